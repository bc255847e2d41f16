import type { Page } from '@playwright/test';

import type { CreatedAnswer } from '../../contract/payment-vouchers.ts';
import type { FeaturedAnswer } from '../../contract/vouchers.ts';
import { callApi, demoPerson, logInByApi } from '../fixtures/e2e/people.ts';
import { untilRunning } from '../fixtures/e2e/screen.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

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

/** What every control of the page is and how it looks, in each theme at each width. */
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
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
      // Digits are data: a view that came in between is another number, not another look.
      const key = `${control.tagName} ${control.className} ${name.replaceAll(/\d/g, '0')}`;
      const heights = control.matches('img, a') ? [] : [`height:${control.offsetHeight}`];
      const values = PROPERTIES.map((name) => `${name}:${style.getPropertyValue(name)}`);
      found[key] = [...values, ...heights].join(';');
    }
    return found;
  };
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const all = read();
  const inlined = [...document.querySelectorAll('style')]
    .filter((style) => !style.textContent?.startsWith('@font-face'))
    .flatMap(({ sheet }) => (sheet && !sheet.disabled ? [sheet] : []));
  for (const sheet of inlined) sheet.disabled = true;
  const whole = read();
  for (const sheet of inlined) sheet.disabled = false;
  return { all, whole };
}

/** The page's main part is hydrated and shows its data. */
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

/** Goes to an address as a tap on a link does. */
const navigateTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState({ key: to }, '', to), path);

async function expectSameLooks(page: Page, from: string, paths: readonly string[]): Promise<void> {
  // The display face comes with the second page of a visit, and has other heights than its fallback.
  await page.route('**/*.woff2', (route) => route.abort());
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await untilShown(page);
    const { all: cold, whole } = await looksOfControls(page);
    expect(Object.keys(cold['light at 390 px'] ?? {}).length, path).toBeGreaterThan(2);
    // The whole sheets alone say how a page looks; what is inlined of them only says it sooner.
    faults.push(...differences(whole, cold).map((at) => `${path}, inlined: ${at}`));

    await page.goto(from);
    await untilShown(page);
    const title = await page.title();
    await navigateTo(page, path);
    await expect(page).not.toHaveTitle(title);
    await untilShown(page);
    const { all: navigated } = await looksOfControls(page);
    faults.push(...differences(cold, navigated).map((at) => `${path}: ${at}`));
  }
  expect(faults).toEqual([]);
}

test('a visitor sees the same controls after navigation as after a cold load', async ({
  page,
  url,
}) => {
  const { data } = await callApi<FeaturedAnswer>(url, '/api/v1/vouchers/featured');
  const methods = new Map(data.map(({ reveal_method, ulid }) => [reveal_method, ulid]));
  await expectSameLooks(page, '/welcome', [
    '/featured-giveaway',
    '/login',
    '/signup',
    '/forgot-password',
    '/verify-email',
    ...[...methods.values()].map((ulid) => `/v/${ulid}`),
    `/lv/${data[0]?.ulid ?? ''}`,
  ]);
});

test('a user sees the same controls after navigation as after a cold load', async ({
  page,
  url,
}) => {
  const ada = demoPerson('ada');
  const { token } = await logInByApi(url, ada);
  const { vouchers } = await callApi<CreatedAnswer>(url, '/api/v1/vouchers/created', { token });
  const giveaway = vouchers.find(({ purpose }) => purpose === 'giveaway');
  const payment = vouchers.find(({ purpose }) => purpose === 'payment');
  await signIn(page, url, ada);
  await expectSameLooks(page, '/', [
    '/wallet',
    '/transactions',
    '/my-vouchers',
    '/post-voucher',
    '/payment-voucher',
    `/voucher-analytics/${giveaway?.ulid ?? ''}`,
    `/v/${giveaway?.ulid ?? ''}`,
    `/v/${giveaway?.ulid ?? ''}/fairness`,
    ...(payment ? [`/v/${payment.ulid}`] : []),
    '/profile',
    '/merchant',
    '/nowhere',
  ]);
});
