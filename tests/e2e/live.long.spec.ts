import type { Page } from '@playwright/test';

import { holdRequests } from '../fixtures/e2e/network.ts';
import { sendGuess, waitBanner } from '../fixtures/e2e/guess.ts';
import {
  type Giveaway,
  hiddenDigits,
  openNewGiveaway,
  wrongDigits,
} from '../fixtures/e2e/giveaways.ts';
import { fetchTravelling, paintsAtOnce } from '../fixtures/e2e/first-window.ts';
import { demoPerson, logIn } from '../fixtures/e2e/people.ts';
import { expectAccessible, expectSound, untilRunning } from '../fixtures/e2e/screen.ts';
import { expect, test } from '../fixtures/e2e/test.ts';
import { lookByApi } from '../fixtures/e2e/visitors.ts';

test.use({ sharing: 'making' });

/** With the keypad, which follows what is painted. It has no preview of a cover, which makes other pages larger. */
const MAX_PAGE_BYTES = 16_000;
/** The live view asks for news four times a minute. */
const ONE_POLL_MS = 25_000;

const tryButton = (page: Page) => page.getByRole('button', { name: 'Try', exact: true });

const openByViews = async (url: string, target: number): Promise<Giveaway> =>
  openNewGiveaway(url, {
    second_reveal_views: `${target}`,
    ad_url: 'https://example.com/shop',
  });

test('a live view’s link has a preview and comes with its voucher', async ({ url, request }) => {
  const { ulid } = await openByViews(url, 500);
  const page = await fetchTravelling(`${url}/lv/${ulid}`);
  const { html } = page;
  expect(html).toContain(
    '<meta property="og:title" content="Win ₦1,000: guess the hidden digits">',
  );
  expect(html).toContain(`<meta property="og:url" content="${url}/lv/${ulid}">`);
  expect(html).toMatch(/<meta property="og:image" content="http[^"]+">/);
  expect(html).toContain('id="seed"');
  expect(html).toContain('One digit will be revealed at 500 views.');
  expect(page.bytes).toBeLessThanOrEqual(MAX_PAGE_BYTES);
  expect(paintsAtOnce(page)).toBe(true);
  expect((await request.get(`${url}/lv/01JD7Q4KAAAAAAAAAAAAAAAAAA`)).status()).toBe(404);
});

test('a new worker replaces a dead one, and faults are reported', async ({ browser, url }) => {
  const { ulid } = await openByViews(url, 500);
  // This page has errors on purpose.
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const poll = () =>
    context.waitForEvent('request', (sent) => sent.url().endsWith(`${ulid}/views`));
  const polled = poll();
  await page.goto(`/v/${ulid}`);
  await polled;
  const [worker] = page.workers();
  const reported = page.waitForEvent('pageerror');
  await worker?.evaluate(() => postMessage({ news: 'fault', error: new Error('not foreseen') }));
  expect((await reported).message).toBe('not foreseen');

  const replaced = page.waitForEvent('worker');
  await worker?.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('dead');
      }, 0),
  );
  await replaced;
  await poll();
  await context.close();
});

test('a digit turns live, and the sponsor’s link is counted', async ({ page, context, url }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { ulid } = await openByViews(url, 2);
  await page.goto(`/lv/${ulid}`);
  await untilRunning(page);
  await expect(page.getByText('One digit will be revealed at 2 views.')).toBeVisible();
  await expect(page.getByRole('group', { name: '2 of 13 digits hidden' })).toBeVisible();
  await expectSound(page);

  const counted = page.waitForResponse('**/vouchers/track-link-click');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  expect((await counted).ok()).toBe(true);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${url}/v/${ulid}`);

  await lookByApi(url, { ulid });
  await expect(page.getByText('A digit has been revealed!')).toBeVisible({ timeout: ONE_POLL_MS });
  await expect(page.getByRole('group', { name: '1 of 13 digits hidden' })).toBeVisible();
});

test('a try: to log in, wrong, a wait, and won for coins', async ({ page, url }) => {
  const giveaway = await openByViews(url, 5_000);
  const { ulid, code, maskedCode } = giveaway;
  await page.goto(`/lv/${ulid}`);
  await untilRunning(page);
  await tryButton(page).click();
  await sendGuess(page, wrongDigits(code, maskedCode));
  await expect(page.getByText('Please log in to claim this voucher')).toBeVisible();
  await expect(page).toHaveURL(/\/signup\?/);
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  // The guess is sent by itself once its user has logged in.
  await page.route('**/vouchers/submit', (route) => route.fulfill({ status: 500 }));
  await logIn(page, demoPerson('kofi'));
  await expect(page).toHaveURL(`${url}/lv/${ulid}`);
  await expect(page.getByText('Failed to submit your guess')).toBeVisible();
  await page.unroute('**/vouchers/submit');

  // Held back, so that what lies over the page while it is checked can be looked at.
  const answer = await holdRequests(page, '**/vouchers/submit');
  await page.reload();
  const checking = page.getByRole('dialog', { name: 'Checking your guess' });
  await expect(checking).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(checking).toBeVisible();
  await expectAccessible(page);
  answer();
  await expect(checking).toBeHidden();

  const banner = waitBanner(page);
  await expect(banner).toContainText('Upgrade to premium to skip waiting!');
  await page.setViewportSize({ width: 1280, height: 800 });
  const [ticket, line] = await Promise.all([
    page.getByRole('article').boundingBox(),
    banner.getByText('Try again in').boundingBox(),
  ]);
  expect(ticket?.width).toBeGreaterThan(900);
  expect(line?.height, 'one line').toBeLessThan(40);
  const bar = page.getByRole('navigation', { name: 'Main', exact: true });
  await expect(bar.getByRole('button', { name: 'Voucher' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(tryButton(page)).toBeDisabled();
  await tryButton(page).click({ force: true });
  await expect(
    page.getByText('Please wait before trying again. Rate limit in effect.'),
  ).toBeVisible();
  await expectSound(page);
  await banner.getByRole('button', { name: 'Skip for 50 coins' }).click();
  await sendGuess(page, hiddenDigits(code, maskedCode));
  const win = page.getByRole('dialog', { name: 'Congratulations! You won ₦1,000' });
  await win.getByRole('button', { name: 'Claim & Continue' }).click();
  await expect(page.getByRole('button', { name: 'Voucher used' })).toBeDisabled();
});

test('what is not there', async ({ page }) => {
  await page.goto('/lv/01JD7Q4KAAAAAAAAAAAAAAAAAA');
  await expect(page.getByRole('heading', { name: 'This voucher is not here' })).toBeVisible();
});
