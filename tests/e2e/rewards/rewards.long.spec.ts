import type { Locator } from '@playwright/test';

import type { LeaderboardAnswer } from '../../../contract/rewards/rewards.ts';
import type { TrustAnswer } from '../../../contract/rewards/trust.ts';
import { watchShifts } from '../../fixtures/e2e/layout-shift.ts';
import { callApi, demoPerson, logInByApi } from '../../fixtures/e2e/people.ts';
import { expectAccessible, expectSound } from '../../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

const LIMIT = 0.02;

test('a user finds their code, what it earned and each coin’s reason', async ({ page, url }) => {
  const { user } = await logInByApi(url, demoPerson('ada'));
  await signIn(page, url, demoPerson('ada'), '/refer');
  const ticket = page.getByRole('article', { name: 'Your referral code' });
  await expect(ticket.getByText(user.referral_code, { exact: true })).toBeAttached();
  await ticket.getByText('Show as a QR code').click();
  await expect(page.getByRole('img', { name: 'QR code with your referral link' })).toBeVisible();

  // The same paper in both themes, so the same ink; axe judges nothing on paper that is cut out.
  await page.emulateMedia({ colorScheme: 'dark' });
  const inkOf = (text: Locator): Promise<string> =>
    text.evaluate((one) => getComputedStyle(one).color);
  expect(await inkOf(ticket.getByRole('button', { name: 'Copy' }))).toBe(
    await inkOf(ticket.getByRole('heading')),
  );

  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await ticket.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Share link copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${url}/signup?ref=${user.referral_code}`,
  );

  const coins = page.locator('section').filter({ hasText: 'Your coins' }).last();
  await expect(coins.getByText('Somebody came by your link').first()).toBeVisible();
  await expect(coins.getByText('Coins to begin with')).toBeVisible();
  await expect(page.getByText('visitors confirmed').first()).toBeVisible();
  await expectSound(page);
});

test('the leaderboard ranks by period and region, offline too', async ({ page, context, url }) => {
  // Of all time: what the demo earned may be of last week.
  const { token } = await logInByApi(url, demoPerson('ada'));
  const all = await callApi<LeaderboardAnswer>(url, '/api/v1/leaderboard?period=all', { token });
  const akosua = all.data.find(({ username }) => username === 'akosua_d');
  if (!all.me || !akosua) throw new Error('the demo has nobody with coins');
  const place = `${all.me.points} coins, in the top 10`;

  await signIn(page, url, demoPerson('ada'), '/leaderboard');
  const main = page.getByRole('main');
  await expect(main.getByText(/(day|hour|minute)s? left/)).toBeVisible();
  await page.getByRole('button', { name: 'Ghana' }).click();
  await expect(main.getByText('No coins earned this week')).toBeVisible();
  await expect(main.getByText('@ada', { exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'All time' }).click();
  await page.getByRole('button', { name: 'Everywhere' }).click();
  await expect(main.getByText(place)).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: '@akosua_d' })).toContainText(
    `${akosua.points} coins`,
  );
  await expectSound(page);

  await context.setOffline(true);
  await page.getByRole('button', { name: 'This week' }).click();
  await page.getByRole('button', { name: 'All time' }).click();
  await expect(main.getByText(place)).toBeVisible();
  await page.getByRole('button', { name: 'Kenya' }).click();
  await expect(main.getByRole('heading', { name: 'Not saved on this phone' })).toBeVisible();
  await context.setOffline(false);
  await expect(main.getByRole('heading', { name: 'Not saved on this phone' })).toBeHidden();
});

test('a newcomer sees what to do where there is nothing yet', async ({ page, url }) => {
  await signInNew(page, url, 'newcomer', { path: '/guesses' });
  await expect(page.getByText('0 guesses, 0 lottery entries. No win yet.')).toBeVisible();
  await expect(page.getByText('No guesses yet.')).toBeVisible();
  await page.goto('/refer');
  await expect(page.getByText('No coins yet.')).toBeVisible();
  await page.goto('/leaderboard');
  await expect(page.getByText('No coins earned this week')).toBeVisible();
});

test('a user’s guesses are listed with their receipts and wins', async ({ page, url }) => {
  await signIn(page, url, demoPerson('ada'), '/guesses');
  const guesses = page.getByRole('listitem').filter({ hasText: 'Receipt No.' });
  await expect(guesses.filter({ hasText: 'Won' })).toHaveCount(1);
  await expect(guesses.filter({ hasText: 'Entered' })).toHaveCount(1);
  await expectSound(page);
  await page.getByRole('link', { name: '1 win' }).click();
  await expect(page).toHaveURL(/\/transactions\?type=voucher_win/);
});

const proofOf = (isClean: boolean): TrustAnswer => ({
  success: true,
  data: {
    proved_at: new Date(Date.now() - 3 * 60_000).toISOString(),
    is_clean: isClean,
    took_ms: 20,
    checks: [
      { name: 'entries sum to zero in each currency', checked: 4_200, broken: isClean ? 0 : 2 },
    ],
    money: [
      {
        currency: 'GHS',
        paid_in: 2_700.5,
        in_wallets: 1_238,
        in_vouchers: 1_452,
        paid_out: 0.5,
        fees: 10,
        prizes: 100,
      },
    ],
    refund_clock: { met: 1_204, all: 1_204, since: new Date().toISOString() },
  },
});

test('everyone sees what the books add up to, and prizes with proofs', async ({ page }) => {
  await page.route('**/api/v1/trust', (route) => route.fulfill({ json: proofOf(true) }));
  await page.goto('/trust');
  await expect(page.getByText('The books were checked 3 minutes ago')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Confirmed by' })).toContainText(
    '2,700.50',
  );
  await expect(
    page.getByText('In the last 30 days 1,204 of 1,204 failed payments came back on time.'),
  ).toBeVisible();
  await page.getByText('What was checked').click();
  await expect(page.getByText('Holds: entries sum to zero in each currency')).toBeVisible();
  await expectSound(page);
  await page.getByRole('link', { name: /@chidi_nk/ }).click();
  await expect(page).toHaveURL(/\/v\/[0-9A-Z]{26}\/fairness/);
});

test('books that are not clean are shown as they are', async ({ page }) => {
  await page.route('**/api/v1/trust', (route) => route.fulfill({ json: proofOf(false) }));
  await page.goto('/trust');
  const alert = page.getByRole('alert').filter({ hasText: 'something is wrong' });
  await expect(alert).toBeVisible();
  await page.getByText('What was checked').click();
  await expect(page.getByText('Broken: entries sum to zero in each currency')).toBeVisible();
  await expectAccessible(page);
});

for (const path of ['/', '/featured-giveaway']) {
  test(`${path} ends with the prizes paid, and they move nothing`, async ({ page, url }) => {
    await signIn(page, url, demoPerson('kofi'), path);
    const feed = page.getByRole('region', { name: 'Prizes paid' });
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /voucher by @|Claim/ })
        .first(),
    ).toBeAttached();
    await page.waitForLoadState('networkidle');
    const shifted = await watchShifts(page);
    await feed.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await expect(feed.getByRole('link', { name: /@chidi_nk/ })).toBeVisible();
    expect(await shifted()).toBeLessThan(LIMIT);
    await expect(feed.getByRole('link', { name: /See the proof/ }).first()).toHaveAttribute(
      'href',
      /\/v\/[0-9A-Z]{26}\/fairness$/,
    );
    await expectSound(page);
  });
}
