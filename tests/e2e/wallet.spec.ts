import type { Page } from '@playwright/test';

import type { TopupInitializeAnswer } from '../../contract/wallet.ts';
import { topUpByApi } from '../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { callApi, signUpByApi } from '../fixtures/e2e/people.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/e2e/screen.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test, testInstalled } from '../fixtures/e2e/test.ts';

const balances = (page: Page) => page.getByRole('region', { name: 'Balances' });
const recent = (page: Page) => page.getByRole('region', { name: 'Recent' });

const openWallet = async (page: Page): Promise<void> => {
  await page.goto('/wallet');
  await expect(balances(page)).toContainText('₦');
};

async function startTopUp(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Top up' }).click();
  const sheet = page.getByRole('dialog', { name: 'Top up' });
  await sheet.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(sheet.getByText('Please enter a valid amount')).toBeVisible();
  await expect(sheet.getByLabel('Amount')).toBeFocused();
  await sheet.getByLabel('Amount').fill(amount);
  await expect(sheet.getByRole('radio', { name: /Paystack/ })).toBeChecked();
  await sheet.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
}

test.describe('topping up', () => {
  test('an approved payment is in the wallet', async ({ page, url }) => {
    await signIn(page, url, await signUpByApi(url, 'payer'));
    await openWallet(page);
    await startTopUp(page, '2500');
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Payment successful!')).toBeVisible();
    await expect(page).toHaveURL(`${url}/wallet`);
    await expect(balances(page)).toContainText('₦2,500');
    await expect(recent(page)).toContainText('Completed');
  });

  test('by Flutterwave, whose return looks different', async ({ page, url }) => {
    await signIn(page, url, await signUpByApi(url, 'payer'));
    await openWallet(page);
    await page.getByRole('button', { name: 'Top up' }).click();
    const sheet = page.getByRole('dialog', { name: 'Top up' });
    await sheet.getByLabel('Amount').fill('300');
    await sheet.getByText('Flutterwave').click();
    await sheet.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(balances(page)).toContainText('₦300');
    await expect(page).toHaveURL(`${url}/wallet`);
  });

  test('a declined payment says so and moves nothing', async ({ page, url }) => {
    await signIn(page, url, await signUpByApi(url, 'payer'));
    await openWallet(page);
    await startTopUp(page, '2500');
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByText('Failed to process payment. Please try again.')).toBeVisible();
    await expect(page).toHaveURL(`${url}/wallet`);
    await expect(balances(page)).toContainText('₦0');
    await expect(recent(page)).toContainText('Failed');
  });

  test('a payment whose tab was closed at the checkout is found by the next visit', async ({
    page,
    url,
  }) => {
    const payer = await signUpByApi(url, 'payer');
    const { reference } = await callApi<TopupInitializeAnswer>(
      url,
      '/api/v1/wallet/topup/initialize',
      { token: payer.token, body: { amount: 700, currency: 'NGN', processor: 'paystack' } },
    );
    await fetch(`${url}/sandbox/checkout/${reference}`, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'success' }),
      redirect: 'manual',
    });
    await signIn(page, url, payer, '/wallet');
    await expect(page.getByText('Payment successful!')).toBeVisible();
    await expect(balances(page)).toContainText('₦700');
  });

  test('an unknown reference is refused', async ({ page, url }) => {
    await signIn(page, url, await signUpByApi(url, 'payer'), '/wallet?reference=GDT-unknown');
    await expect(page.getByText('Payment verification failed: No reference found')).toBeVisible();
    await expect(page).toHaveURL(`${url}/wallet`);
  });

  test('coming back without a network waits for it, with a way to try again', async ({
    page,
    url,
    context,
  }) => {
    const payer = await signUpByApi(url, 'payer');
    await signIn(page, url, payer);
    await openWallet(page);
    await page.route('**/api/v1/wallet/topup/verify', (route) => route.abort());
    await context.route('**/api/v1/wallet/topup/verify', (route) => route.abort());
    await page.goto('/wallet?reference=GDT-later');
    const dialog = page.getByRole('dialog', { name: 'Could not check your payment' });
    await expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Later' }).click();
    await expect(page).toHaveURL(`${url}/wallet`);
  });
});

test('the balance can be hidden, and stays hidden', async ({ page, url }) => {
  const owner = await signUpByApi(url, 'owner');
  await topUpByApi(url, owner, 4_321);
  await signIn(page, url, owner);
  await openWallet(page);
  await expect(page.getByRole('region', { name: 'Balance', exact: true })).toContainText('₦4,321');
  await page.getByRole('button', { name: 'Hide balance' }).click();
  await expect(page.getByText('₦4,321')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show balance' })).toBeVisible();
});

testInstalled(
  'offline the wallet shows what it knew, and cannot be filled',
  async ({ page, url }) => {
    const owner = await signUpByApi(url, 'owner');
    await topUpByApi(url, owner, 900);
    await signIn(page, url, owner);
    await openWallet(page);
    await expect(balances(page)).toContainText('₦900');
    await expect(page.getByRole('region', { name: 'Payment methods' })).toContainText('Paystack');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await setNetwork(page, 'lost');
    await page.reload();
    await expect(balances(page)).toContainText('₦900');
    await page.getByRole('button', { name: 'Top up' }).click();
    await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeDisabled();
  },
);

test('wallet and top-up are accessible and fit a narrow phone', async ({ page, url }) => {
  const owner = await signUpByApi(url, 'owner');
  await topUpByApi(url, owner, 9_999_999);
  await signIn(page, url, owner);
  await openWallet(page);
  await expect(recent(page)).toContainText('Completed');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Top up' }).click();
  await expect(page.getByRole('radio', { name: /Paystack/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test.describe('posting a giveaway', () => {
  test('pays prize and fee once, however often it is tapped', async ({ page, url }) => {
    const creator = await signUpByApi(url, 'creator');
    await topUpByApi(url, creator, 1_100);
    await signIn(page, url, creator, '/post-voucher');
    const post = page.getByRole('button', { name: 'Post and pay from wallet' });
    await post.click();
    await expect(page.getByText('Please enter a valid amount (min ₦100)')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Prize' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Prize' }).fill('1000');
    await page.getByText('2 digits').click();
    await page.getByLabel('A digit opens at').fill('500');
    await expect(page.getByRole('region', { name: 'What you pay' })).toContainText('₦1,100');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await post.dblclick();
    await expect(page.getByText('Payment successful!')).toBeVisible();
    await expect(page).toHaveURL(/\/v\/[0-9A-Z]{26}$/);
    await expect(page.getByText('0 / 500 views')).toBeVisible();
    await openWallet(page);
    await expect(balances(page)).toContainText('₦0');
  });

  test('more than the wallet holds leads to a top-up, and the posted one is paid then', async ({
    page,
    url,
  }) => {
    const creator = await signUpByApi(url, 'creator');
    await signIn(page, url, creator, '/add-voucher');
    await page.getByRole('textbox', { name: 'Prize' }).fill('200');
    await page.getByText('2 digits').click();
    await page.getByLabel('A digit opens at').fill('500');
    await expect(page.getByText('Insufficient wallet balance').first()).toBeVisible();
    await page.getByRole('button', { name: 'Post and pay from wallet' }).click();
    await expect(page.getByRole('alert').getByText('Insufficient wallet balance')).toBeVisible();
    await topUpByApi(url, creator, 220);
    await page.getByRole('button', { name: 'Post and pay from wallet' }).click();
    await expect(page).toHaveURL(/\/v\/[0-9A-Z]{26}$/);
  });
});
