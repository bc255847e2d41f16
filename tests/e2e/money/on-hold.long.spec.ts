import type { Page } from '@playwright/test';

import type { BalancesAnswer } from '../../../contract/wallet.ts';
import { expectSound } from '../../fixtures/e2e/screen.ts';
import { openNewGiveaway, topUpByApi } from '../../fixtures/e2e/giveaways.ts';
import { setPinByApi, signUpByApi } from '../../fixtures/e2e/people.ts';
import { signIn } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';
import { fetchWhole } from '../../fixtures/e2e/network.ts';

test.use({ sharing: 'making' });

const BECAUSE = 'many new accounts guessed from one place';

/** Has the server say that so much of the naira is held for an hour. */
const holdNaira = (page: Page, amount: number) =>
  page.context().route('**/api/v1/wallet/balances', async (route) => {
    const response = await fetchWhole(route);
    const answer = (await response.json()) as BalancesAnswer;
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const naira = answer.data.wallets['NGN'];
    if (naira) naira.held = [{ amount, until, because: BECAUSE, voucher_ulid: null }];
    await route.fulfill({ response, json: answer });
  });

test('money on hold shows time and reason; the rest is withdrawn', async ({ page, url }) => {
  const owner = await signUpByApi(url, 'winner');
  await topUpByApi(url, owner, 5_000);
  await setPinByApi(url, owner);
  await holdNaira(page, 3_000);
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, url, owner, '/wallet');
  const balances = page.getByRole('region', { name: 'Balances' });
  await expect(balances).toContainText('₦5,000');
  await expect(balances.getByRole('status')).toContainText(
    /₦3,000 held until .+, because many new accounts guessed from one place/,
  );
  await expectSound(page);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const sheet = page.getByRole('dialog', { name: 'Withdraw' });
  await expect(sheet.getByText('Can be withdrawn now: ₦2,000')).toBeVisible();
  await expect(sheet.getByRole('status').filter({ hasText: 'held until' })).toContainText(BECAUSE);
  await expect(sheet.getByRole('button', { name: '₦5,000' })).toBeHidden();
  await sheet.getByRole('button', { name: 'All' }).click();
  await expect(sheet.getByLabel('Amount')).toHaveValue('1,990');
  await sheet.getByLabel('Amount').fill('2500');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(
    sheet.getByText(/₦3,000 on hold can leave from .+\. You can take out ₦2,000 now\./),
  ).toBeVisible();
  await expectSound(page);
});

test('a sharer sees who is pending, and what does not count', async ({ page, url, browser }) => {
  const giveaway = await openNewGiveaway(url);
  const sharer = await signUpByApi(url, 'sharer');
  const link = `${url}/v/${giveaway.ulid}?ref=${sharer.user.referral_code}`;
  // A phone that nobody is signed in on; the arrival is told once its work is done.
  const phone = await browser.newContext();
  const visit = await phone.newPage();
  const arrived = visit.waitForResponse(
    (response) => response.url().includes('referral_code=') && response.ok(),
  );
  await visit.goto(link);
  await arrived;
  await phone.close();
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, url, sharer, `/v/${giveaway.ulid}`);
  const own = page.getByRole('region', { name: 'Your link' });
  await expect(own).toContainText('Confirmed: 0');
  await expect(own).toContainText('Pending: 1 until they are verified, or a day has passed');
  await expectSound(page);
});
