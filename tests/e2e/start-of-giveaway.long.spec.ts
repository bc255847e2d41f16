import type { Locator, Page } from '@playwright/test';

import { HOUR_MS, SECOND_MS } from '../../contract/durations.ts';
import { fillReveal, goOn } from '../fixtures/e2e/giveaway-form.ts';
import { openNewGiveaway, topUpByApi } from '../fixtures/e2e/giveaways.ts';
import { claim } from '../fixtures/e2e/guess.ts';
import { findLayoutFaults, setTextSize } from '../fixtures/e2e/layout.ts';
import { holdRequests } from '../fixtures/e2e/network.ts';
import { signUpByApi } from '../fixtures/e2e/people.ts';
import { expectAccessible, expectSound } from '../fixtures/e2e/screen.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

/** How far ahead the start lies: long enough to open the page before it, short enough to watch it come. */
const AHEAD_MS = 20 * SECOND_MS;
const CODE = /\/assets\/[^/]*\.js$/;

const guess = (page: Page) => page.getByRole('dialog', { name: /hidden digit/ });

/** The form asks for five minutes at least, and the test waits for less. */
const sendStart = (page: Page, aheadMs: number) =>
  page.route('**/api/v1/vouchers', (route) => {
    const body = route.request().postData() ?? '';
    const starts = new Date(Date.now() + aheadMs).toISOString();
    return route.continue({
      postData: body.replace(/(name="starts_at"\r\n\r\n)[^\r]+/, `$1${starts}`),
    });
  });

test('a giveaway that is posted with a start counts down to it and opens by itself', async ({
  page,
  browser,
  url,
}) => {
  const creator = await signUpByApi(url, 'creator');
  await topUpByApi(url, creator, 1_100);
  await signIn(page, url, creator, '/post-voucher');
  await page.getByRole('textbox', { name: 'Prize' }).fill('1000');
  await goOn(page, 'Reveal');
  await fillReveal(page);
  await page.getByText('Advanced').click();
  await page.getByRole('switch', { name: 'Start later' }).click();
  await page.getByLabel('Starts on').fill('2020-01-01T10:00');
  await page.getByRole('button', { name: 'Next: Look' }).click();
  await expect(
    page.getByText('Choose a time between 5 minutes and 30 days from now'),
  ).toBeVisible();
  await expectAccessible(page);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('Starts on').fill(tomorrow);
  await goOn(page, 'Look');
  await goOn(page, 'Pay');
  await sendStart(page, AHEAD_MS);
  await page.getByRole('button', { name: 'Post and pay' }).click();
  const posted = page.getByRole('dialog', { name: 'Your giveaway is posted' });
  await expect(posted).toContainText('It opens to guesses on');
  const address = `/v/${new URL(page.url()).searchParams.get('new') ?? ''}`;

  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
  const visitor = await context.newPage();
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.goto(address);
  await visitor.evaluate(() => document.documentElement.setAttribute('data-watched', ''));
  await expect(visitor.getByText('Starts in')).toBeVisible();
  await expect(visitor.getByRole('timer')).toBeVisible();
  await expect(claim(visitor)).toHaveAttribute('aria-disabled', 'true');
  await expect(claim(visitor)).toHaveAccessibleDescription(/^Opens to guesses on /);
  await claim(visitor).click({ force: true });
  await expect(guess(visitor)).toBeHidden();
  await expectSound(visitor);

  await expect(claim(visitor)).not.toHaveAttribute('aria-disabled');
  await expect(visitor.getByRole('timer')).toBeHidden();
  await expect(visitor.getByText('1 / 5,000 views')).toBeVisible();
  await claim(visitor).click();
  await expect(guess(visitor)).toBeVisible();
  await expect(visitor.locator('html')).toHaveAttribute('data-watched');
  await context.close();
});

test('the keypad of a document that is older than the start opens after it', async ({
  page,
  url,
}) => {
  const starts = Date.now() + AHEAD_MS;
  const giveaway = await openNewGiveaway(url, { starts_at: new Date(starts).toISOString() });
  const letGo = await holdRequests(page, CODE);
  await page.goto(`/v/${giveaway.ulid}`, { waitUntil: 'commit' });
  await claim(page).click({ force: true });
  await page.waitForFunction(() => 'earlyGuess' in window);
  await claim(page).click({ force: true });
  await expect(guess(page)).toHaveCount(0);
  expect(Date.now()).toBeLessThan(starts);
  await page.waitForFunction((ms) => Date.now() >= ms, starts);
  await claim(page).click({ force: true });
  await expect(guess(page)).toBeVisible();
  letGo();
  await page.waitForFunction(() => !('earlyGuess' in window));
  await expect(guess(page)).toBeVisible();
  await expect(guess(page)).toHaveCount(1);
});

test('its countdown of days fits on the narrowest phone, with text at 200 % too', async ({
  page,
  url,
}) => {
  const starts = new Date(Date.now() + 30 * HOUR_MS).toISOString();
  const giveaway = await openNewGiveaway(url, { starts_at: starts });
  await page.setViewportSize({ width: 320, height: 640 });
  await setTextSize(page, 32);
  await page.goto(`/v/${giveaway.ulid}`);
  const clock = page.getByRole('timer');
  await expect(clock).toContainText('days');
  const rightOf = (part: Locator): Promise<number> =>
    part.evaluate((box) => box.getBoundingClientRect().right);
  const ticket = page.getByRole('article').first();
  expect(await rightOf(clock)).toBeLessThanOrEqual(await rightOf(ticket));
  expect(await findLayoutFaults(page)).toEqual([]);
});
