import type { Page, Request } from '@playwright/test';

import type { MethodConfigAnswer } from '../../../contract/payments.ts';
import type { CreatedAnswer } from '../../../contract/payment-vouchers.ts';
import { topUpByApi } from '../../fixtures/e2e/giveaways.ts';
import { callApi, signUpByApi, type ApiPerson } from '../../fixtures/e2e/people.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';
import { fetchWhole } from '../../fixtures/e2e/network.ts';

test.use({ sharing: 'making' });

const PHONE = '0712345678';

async function kenyan(url: string): Promise<ApiPerson> {
  const person = await signUpByApi(url, 'nairobi');
  await callApi(url, '/api/v1/user/region', { token: person.token, body: { region: 'kenya' } });
  return person;
}

const sentTo = (page: Page, path: string): Promise<Request> =>
  page.context().waitForEvent('request', (request) => request.url().endsWith(path));

async function choose(page: Page, amount: string, method: RegExp): Promise<void> {
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByRole('radio', { name: method }).check();
}

test('M-PESA is told the payer’s phone, for a voucher and for a top-up', async ({ page, url }) => {
  await signIn(page, url, await kenyan(url), '/payment-voucher');
  await choose(page, '250', /^M-PESA/);
  const phone = page.getByLabel('Phone number');
  await expect(page.getByText('With or without +254.')).toBeVisible();
  await phone.fill(PHONE);
  await expectNoSidewaysScroll(page);
  // At its end the page has nothing under the bar at its foot, which covers what is scrolled beneath it.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expectAccessible(page);
  await page.evaluate(() => scrollTo(0, 0));
  const started = sentTo(page, '/vouchers/payment/initialize');
  await page.getByRole('button', { name: 'Create and pay' }).click();
  expect((await started).postDataJSON()).toMatchObject({
    processor: 'mpesa',
    config: { phone: PHONE },
  });
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Voucher payment verified successfully!')).toBeVisible();
  const card = page.getByRole('article', { name: 'KSh250 payment voucher' });
  await expect(card.getByText('Active')).toBeVisible();

  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Top up' }).click();
  const sheet = page.getByRole('dialog', { name: 'Top up' });
  await expect(sheet.getByRole('radio', { name: /^M-PESA/ })).toBeChecked();
  await sheet.getByLabel('Amount').fill('500');
  await sheet.getByLabel('Phone number').fill(PHONE);
  const filled = sentTo(page, '/wallet/topup/initialize');
  await sheet.getByRole('button', { name: 'Continue to payment' }).click();
  expect((await filled).postDataJSON()).toMatchObject({ config: { phone: PHONE } });
});

test('where the processor needs a phone, nothing starts without one', async ({ page, url }) => {
  await signIn(page, url, await kenyan(url));
  await page.context().route('**/payment-methods/config', async (route) => {
    const response = await fetchWhole(route);
    const answer = (await response.json()) as MethodConfigAnswer;
    const fields = answer.data.config.fields.map((field) => ({ ...field, required: true }));
    const data = { ...answer.data, config: { fields } };
    await route.fulfill({ response, json: { ...answer, data } });
  });
  await page.goto('/payment-voucher');
  await choose(page, '250', /^M-PESA/);
  await expect(page.getByLabel('Phone number')).toBeVisible();
  await page.getByRole('button', { name: 'Create and pay' }).click();
  await expect(page.getByText('Please enter your phone number')).toBeVisible();
  await expect(page.getByLabel('Phone number')).toBeFocused();
});

test('a payment for a voucher paid meanwhile goes to the wallet', async ({ page, url }) => {
  const payer = await signUpByApi(url, 'payer');
  const { token } = payer;
  await topUpByApi(url, payer, 1_000);
  await signIn(page, url, payer, '/payment-voucher');
  await choose(page, '200', /^Paystack/);
  await page.getByRole('button', { name: 'Create and pay' }).click();
  const approve = page.getByRole('button', { name: 'Approve' });
  await expect(approve).toBeVisible();
  const { vouchers } = await callApi<CreatedAnswer>(url, '/api/v1/vouchers/created', { token });
  await callApi(url, '/api/v1/vouchers/payment/wallet', {
    token,
    body: { voucher_id: vouchers[0]?.ulid, amount: 200, currency: 'NGN' },
  });
  await approve.click();
  await expect(
    page.getByText('This voucher did not need the payment. The money is in your wallet.'),
  ).toBeVisible();
  await page.goto('/wallet');
  // ₦1,000 without ₦200 and the fee of ₦100, and the ₦200 of the processor.
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('₦900');
});

test('a creator whose session has ended is told so and logs in first', async ({ page, url }) => {
  await signInNew(page, url, 'creator', { path: '/payment-voucher' });
  await choose(page, '200', /^Paystack/);
  await page.context().route('**/api/v1/vouchers', (route) =>
    route.fulfill({
      status: 401,
      json: { success: false, code: 'unauthenticated', message: 'Too long ago' },
    }),
  );
  await page.getByRole('button', { name: 'Create and pay' }).click();
  await expect(page.getByText('You must be logged in to create a payment voucher')).toBeVisible();
  await expect(page).toHaveURL(
    `${url}/login?next=${encodeURIComponent('/payment-voucher')}&error=unauthenticated`,
  );
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
});
