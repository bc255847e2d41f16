import type { Page } from '@playwright/test';

import { CODE_LENGTH } from '../../contract/constants.ts';
import { LOCAL } from '../../contract/storage-keys.ts';
import type { VoucherAnswer } from '../../contract/vouchers.ts';
import type { ReceiptAnswer, TransactionsAnswer } from '../../contract/wallet.ts';
import { findFeatured, findOwnPages, publicPaths } from '../fixtures/e2e/page-paths.ts';
import { callApi, demoPerson } from '../fixtures/e2e/people.ts';
import { untilRunning } from '../fixtures/e2e/screen.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';
import { fetchWhole } from '../fixtures/e2e/network.ts';

test.use({ sharing: 'looking' });

const WIDTHS = [390, 1280];
const THEMES = ['light', 'dark'] as const;

/** By theme and width, then by what a control is: how it looks. */
type Looks = Record<string, Record<string, string>>;

/** How the controls look with all styles, and without those that stand in the document itself. */
interface Screens {
  readonly all: Looks;
  readonly whole: Looks;
}

async function looksOfControls(page: Page): Promise<Screens> {
  const screens: Screens = { all: {}, whole: {} };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      const { all, whole } = await page.evaluate(readControls);
      screens.all[`${colorScheme} at ${width} px`] = all;
      screens.whole[`${colorScheme} at ${width} px`] = whole;
    }
  }
  return screens;
}

/** Runs in the page: the controls as they are, and once more while its inlined styles are off. */
async function readControls(): Promise<Record<keyof Screens, Record<string, string>>> {
  const PROPERTIES = [
    'color',
    'background-color',
    'border-top-color',
    'border-top-width',
    'border-top-left-radius',
    'font-family',
    'font-size',
    'font-weight',
    'line-height',
    'opacity',
    'padding-left',
    'padding-top',
    'box-shadow',
    'text-decoration-line',
  ];
  const read = (): Record<string, string> => {
    document.getAnimations().forEach((animation) => animation.cancel());
    const found: Record<string, string> = {};
    for (const control of document.querySelectorAll<HTMLElement>(
      '#root :is(a, button, input, select, textarea, summary, img)',
    )) {
      if (control.getClientRects().length === 0) continue;
      const style = getComputedStyle(control);
      // Fields of one class look different in another group: each is known by its label.
      const label = (control as HTMLInputElement).labels?.[0] ?? control;
      const name = control.getAttribute('aria-label') ?? label.textContent?.trim() ?? '';
      // Digits are data: a view that came in between is another number, not another look.
      // One that is closed until something has come is another one once it is there.
      const state = control.matches(':disabled') ? 'disabled' : '';
      const key = `${control.tagName} ${control.className} ${name.replaceAll(/\d/g, '0')} ${state}`;
      const heights = control.matches('img, a') ? [] : [`height:${control.offsetHeight}`];
      const values = PROPERTIES.map((name) => `${name}:${style.getPropertyValue(name)}`);
      found[key] = [...values, ...heights].join(';');
    }
    return found;
  };
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const all = read();
  const inlined = [...document.querySelectorAll('style')].flatMap(({ sheet }) =>
    sheet && !sheet.disabled ? [sheet] : [],
  );
  // Faces stand nowhere else.
  const faces = new CSSStyleSheet();
  for (const { cssRules } of inlined)
    for (const rule of cssRules)
      if (rule instanceof CSSFontFaceRule) faces.insertRule(rule.cssText);
  document.adoptedStyleSheets.push(faces);
  for (const sheet of inlined) sheet.disabled = true;
  const whole = read();
  document.adoptedStyleSheets.pop();
  for (const sheet of inlined) sheet.disabled = false;
  return { all, whole };
}

async function untilShown(page: Page): Promise<void> {
  await untilRunning(page);
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

/** Controls that both have, and look different in: none when the way to a page does not matter. */
function differences(cold: Looks, navigated: Looks): string[] {
  return Object.entries(cold).flatMap(([screen, controls]) =>
    Object.entries(controls).flatMap(([control, look]) => {
      const other = navigated[screen]?.[control];
      if (other === undefined || other === look) return [];
      const [before, after] = [look.split(';'), other.split(';')];
      const changed = before.flatMap((value, at) =>
        value === after[at] ? [] : [`${value} → ${after[at] ?? ''}`],
      );
      return [`${screen}: ${control}: ${changed.join(', ')}`];
    }),
  );
}

const navigateTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState({ key: to }, '', to), path);

/** Leaves the display face out: it comes with the second page of a visit, and has other heights than its fallback. */
async function blockFonts(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setBlockedURLs', { urls: ['*.woff2'] });
}

/** Goes to an address within the app, and waits until another page is there. */
async function arriveAt(page: Page, path: string): Promise<void> {
  const title = await page.title();
  await navigateTo(page, path);
  await expect(page).not.toHaveTitle(title);
  await untilShown(page);
}

async function expectSameLooks(page: Page, from: string, paths: readonly string[]): Promise<void> {
  await blockFonts(page);
  const faults: string[] = [];
  const cold = new Map<string, Looks>();
  for (const path of paths) {
    await page.goto(path);
    await untilShown(page);
    const { all, whole } = await looksOfControls(page);
    expect(Object.keys(all['light at 390 px'] ?? {}).length, path).toBeGreaterThan(2);
    // The whole sheets alone say how a page looks; what is inlined of them only says it sooner.
    faults.push(...differences(whole, all).map((at) => `${path}, inlined: ${at}`));
    cold.set(path, all);
  }
  expect(faults).toEqual([]);
  await page.goto(from);
  await untilShown(page);
  for (const [path, looks] of cold) {
    await arriveAt(page, path);
    // Navigation has no load to wait for, so what the server says may still be on its way.
    await expect
      .poll(async () => differences(looks, (await looksOfControls(page)).all), path)
      .toEqual([]);
    await arriveAt(page, from);
  }
}

const signUpFor = (path: string): string =>
  `/signup?next=${encodeURIComponent(path)}&error=guess_login_required`;

/** Has the user wait before the next guess on a voucher, as after a wrong one. */
async function waitOn(page: Page, ulid: string): Promise<void> {
  await page.route(`**/api/v1/vouchers/${ulid}?*`, async (route) => {
    const response = await fetchWhole(route);
    const answer = (await response.json()) as VoucherAnswer;
    answer.voucher.wait_seconds = 3_600;
    await route.fulfill({ response, json: answer });
  });
}

test('a visitor sees the same controls after navigation as when cold', async ({ page, url }) => {
  const paths = await publicPaths(url);
  const { allowedUsers } = await findOwnPages(url);
  const tickets = paths.filter((path) => path.startsWith('/v/'));
  // Digits that were typed before signing in stand in each ticket.
  const kept = Object.fromEntries(
    tickets.map((path) => [path.slice('/v/'.length), '0'.repeat(CODE_LENGTH)]),
  );
  await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [
    LOCAL.keptGuesses,
    JSON.stringify(kept),
  ] as const);
  await expectSameLooks(page, '/welcome', [
    ...paths.filter((path) => path !== '/welcome' && path !== '/nowhere'),
    signUpFor(tickets[0] ?? ''),
    // Private: it says who may guess.
    allowedUsers.replace('/allowed-users/', '/v/'),
  ]);
});

test('a user sees the same controls after navigation as when cold', async ({ page, url }) => {
  const { voucher, fairness, analytics } = await findOwnPages(url);
  await signIn(page, url, demoPerson('ada'));
  await expectSameLooks(page, '/', [
    '/wallet',
    '/transactions',
    '/my-vouchers',
    '/post-voucher',
    '/payment-voucher',
    analytics,
    voucher,
    fairness,
    '/profile',
    '/profile/security',
    '/profile/settings',
    '/merchant',
    '/nowhere',
  ]);
});

test('so do sheets, steps, a wait, a prize and its receipt', async ({ page, url }) => {
  const { token, voucher } = await findOwnPages(url);
  const { data: prizes } = await callApi<TransactionsAnswer>(
    url,
    '/api/v1/transactions?type=voucher_win',
    { token },
  );
  const receipt = `/transactions/${prizes[0]?.id ?? ''}`;
  const won = await callApi<ReceiptAnswer>(url, `/api/v1${receipt}`, { token });
  const { ulid } = await findFeatured(
    url,
    ({ creator, reveal_method: method }) => creator !== 'ada' && method !== 'lottery',
  );
  await signIn(page, url, demoPerson('ada'));
  await waitOn(page, ulid);
  await expectSameLooks(page, '/', [
    '/wallet?withdraw',
    receipt,
    `/my-vouchers?new=${voucher.slice('/v/'.length)}`,
    '/post-voucher?step=look',
    `/v/${ulid}`,
    // The winner's own page.
    `/v/${won.data.voucher_ulid ?? ''}`,
  ]);
});
