import type { CreatedAnswer } from '../../contract/payment-vouchers.ts';
import { openPaymentVoucher, topUpByApi } from '../fixtures/e2e/giveaways.ts';
import { callApi, signUpByApi } from '../fixtures/e2e/people.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

/** How far ahead the deadline lies: long enough to pay for the voucher, short enough to wait for. */
const LIFE_MS = 6_000;

test('an expired voucher goes back and is refused', async ({ page, url, browser }) => {
  const creator = await signUpByApi(url, 'creator');
  const holder = await signUpByApi(url, 'holder');
  await topUpByApi(url, creator, 1_000);
  const code = await openPaymentVoucher(url, creator, {
    amount: '400',
    expires_at: new Date(Date.now() + LIFE_MS).toISOString(),
  });
  const { token } = creator;
  await expect
    .poll(async () => {
      const answer = await callApi<CreatedAnswer>(url, '/api/v1/vouchers/created', { token });
      return answer.vouchers.map(({ status }) => status);
    })
    .toEqual(['expired']);

  await signIn(page, url, creator, '/my-vouchers');
  const card = page.getByRole('article', { name: '₦400 payment voucher' });
  await expect(card.getByText('Expired', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: /Split|Cancel|QR code|Copy link/ })).toHaveCount(0);
  await page.goto('/wallet');
  // ₦1,000 without the fee of ₦100; what the voucher held is back.
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('₦900');
  const recent = page.getByRole('region', { name: 'Recent' });
  await expect(recent.getByText('Payment voucher expired unused')).toBeVisible();

  const context = await browser.newContext({ baseURL: url });
  const other = await context.newPage();
  await signIn(other, url, holder, '/');
  await other.getByRole('button', { name: 'Redeem' }).first().click();
  const sheet = other.getByRole('dialog', { name: 'Redeem Goodies' });
  await sheet.getByLabel('Voucher code').fill(code);
  await sheet.getByLabel('Voucher code').press('Enter');
  await expect(sheet.getByRole('alert')).toHaveText('This voucher has expired');
  await other.goto(`/v/${code}`);
  await expect(other.getByRole('status').getByText('This voucher has expired')).toBeVisible();
  await expect(other.getByRole('button', { name: /^Claim/ })).toHaveCount(0);
  await context.close();
});
