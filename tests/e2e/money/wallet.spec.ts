import type { Page } from '@playwright/test';

import type { CreatedAnswer } from '../../../contract/payment-vouchers.ts';
import type { CheckoutAnswer } from '../../../contract/wallet.ts';
import { topUpByApi } from '../../fixtures/e2e/giveaways.ts';
import { fillReveal } from '../../fixtures/e2e/giveaway-form.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { callApi, setPinByApi, signUpByApi } from '../../fixtures/e2e/people.ts';
import { expectAccessible, expectSound } from '../../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../../fixtures/e2e/sign-in.ts';
import { expect, test, testInstalled } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

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
    await setPinByApi(url, await signInNew(page, url, 'payer'));
    await openWallet(page);
    await startTopUp(page, '2500');
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Payment successful!')).toBeVisible();
    await expect(page).toHaveURL(`${url}/wallet`);
    await expect(balances(page)).toContainText('₦2,500');
    await expect(recent(page)).toContainText('Completed');

    // By card: it can be played with at once, and leaves later.
    await page.getByRole('button', { name: 'Top up' }).click();
    const sheet = page.getByRole('dialog', { name: 'Top up' });
    await expect(sheet).toContainText(/Paid by cardPlay at once, withdraw from \d+ \w+ 20\d\d/);
    await sheet.getByLabel('Amount').fill('700');
    await sheet.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByLabel('Pay by').selectOption('Card');
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(balances(page)).toContainText(
      /₦3,200.*Available ₦2,500On the way out from \d+ \w+, \d\d:\d\d/,
    );
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('Can be withdrawn now: ₦2,500')).toBeVisible();
  });

  test('a declined payment moves nothing and offers another way', async ({ page, url }) => {
    await signInNew(page, url, 'payer');
    await openWallet(page);
    await startTopUp(page, '2500');
    await page.getByRole('button', { name: 'Decline' }).click();
    const declined = page.getByRole('dialog', { name: 'Payment declined' });
    await expect(
      declined.getByText('Your bank or network declined it. We have received no money.'),
    ).toBeVisible();
    await expect(page).toHaveURL(`${url}/wallet`);
    await expectSound(page);
    await declined.getByRole('button', { name: 'Not now' }).click();
    await expect(declined).toBeHidden();
    await expect(balances(page)).toContainText('₦0');
    await expect(recent(page)).toContainText('Failed');

    await startTopUp(page, '2500');
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    const sheet = page.getByRole('dialog', { name: 'Top up' });
    await expect(sheet.getByLabel('Amount')).toHaveValue('2,500');
    await expect(sheet.getByRole('radio', { name: /Paystack/ })).toBeChecked();
    await sheet.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('button', { name: 'Pay another way' }).click();
    await expect(sheet.getByLabel('Amount')).toHaveValue('2,500');
    await expect(sheet.getByRole('radio', { name: /Flutterwave/ })).toBeChecked();
    await sheet.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Payment successful!')).toBeVisible();
    await expect(balances(page)).toContainText('₦2,500');
    await expect(page).toHaveURL(`${url}/wallet`);
  });

  test('one who left the checkout is told so at once', async ({ page, url }) => {
    const payer = await signUpByApi(url, 'payer');
    const { reference } = await callApi<CheckoutAnswer>(url, '/api/v1/wallet/topup/initialize', {
      token: payer.token,
      body: { amount: 700, currency: 'NGN', processor: 'flutterwave' },
    });
    await signIn(page, url, payer, `/wallet?tx_ref=${reference}&status=cancelled`);
    const dialog = page.getByRole('dialog', { name: 'Payment cancelled' });
    await expect(dialog.getByText(/It was cancelled before it was paid/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Pay another way' })).toBeVisible();
  });

  test('an amount is one tap, and mistakes are shown until corrected', async ({ page, url }) => {
    await signInNew(page, url, 'payer', { path: '/wallet?top_up=250' });
    const sheet = page.getByRole('dialog', { name: 'Top up' });
    const amount = sheet.getByLabel('Amount');
    const pay = sheet.getByRole('button', { name: 'Continue to payment' });
    await expect(amount).toHaveValue('250');
    for (const fact of ['FeeNone from Goodies', 'LimitUp to ₦10,000,000', 'ArrivesAs soon as']) {
      await expect(sheet).toContainText(fact);
    }
    await amount.fill('');
    await pay.click();
    await expect(sheet.getByText('Please enter a valid amount')).toBeVisible();
    await sheet.getByRole('button', { name: '₦2,000' }).click();
    await expect(sheet.getByText('Please enter a valid amount')).toBeHidden();
    await expect(amount).toHaveValue('2,000');
    // The processor cannot be reached; then the whole network cannot.
    const start = '**/api/v1/wallet/topup/initialize';
    await page.context().route(start, (route) => route.fulfill({ status: 502 }));
    await pay.click();
    await expect(sheet.getByRole('alert')).toContainText('Try again, or pay another way.');
    await sheet.getByRole('radio', { name: /Flutterwave/ }).check();
    await expect(sheet.getByRole('alert')).toBeHidden();
    await page.context().unroute(start);
    await page.context().route(start, (route) => route.abort());
    await pay.click();
    await expect(sheet.getByRole('alert')).toContainText('Network error occurred');
    await setNetwork(page, 'lost');
    await expect(sheet.getByText(/You are offline/)).toBeVisible();
    await setNetwork(page, 'found');
    await expect(sheet.getByRole('alert')).toBeHidden();
    await expect(amount).toHaveValue('2,000');
    await page.context().unroute(start);
    await pay.click();
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  });

  test('a payment whose tab was closed is found by the next visit', async ({ page, url }) => {
    const payer = await signUpByApi(url, 'payer');
    const { reference } = await callApi<CheckoutAnswer>(url, '/api/v1/wallet/topup/initialize', {
      token: payer.token,
      body: { amount: 700, currency: 'NGN', processor: 'paystack' },
    });
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
    await signInNew(page, url, 'payer', { path: '/wallet?reference=GDT-unknown' });
    await expect(page.getByText('Payment verification failed: No reference found')).toBeVisible();
    await expect(page).toHaveURL(`${url}/wallet`);
  });

  test('returning offline waits and can be tried again', async ({ page, url, context }) => {
    await signInNew(page, url, 'payer');
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
  await signInNew(page, url, 'owner', { naira: 4_321 });
  await openWallet(page);
  await expect(page.getByRole('region', { name: 'Balance', exact: true })).toContainText('₦4,321');
  await page.getByRole('button', { name: 'Hide balance' }).click();
  await expect(page.getByText('₦4,321')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show balance' })).toBeVisible();
});

testInstalled('offline the wallet shows what it knew, without top-up', async ({ page, url }) => {
  await signInNew(page, url, 'owner', { naira: 900 });
  await openWallet(page);
  await expect(balances(page)).toContainText('₦900');
  await expect(page.getByRole('region', { name: 'Payment methods' })).toContainText('Paystack');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await setNetwork(page, 'lost');
  await page.reload();
  await expect(balances(page)).toContainText('₦900');
  await page.getByRole('button', { name: 'Top up' }).click();
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeDisabled();
});

test('wallet and top-up are accessible and fit a narrow phone', async ({ page, url }) => {
  await signInNew(page, url, 'owner', { naira: 9_999_999 });
  await openWallet(page);
  await expect(recent(page)).toContainText('Completed');
  await expectSound(page);
  await page.getByRole('button', { name: 'Top up' }).click();
  await expect(page.getByRole('radio', { name: /Paystack/ })).toBeVisible();
  await expectSound(page);
});

test.describe('posting a giveaway', () => {
  // Where the whole form is on one page.
  test.use({ viewport: { width: 1280, height: 900 } });

  test('pays prize and fee once, however often it is tapped', async ({ page, url }) => {
    await signInNew(page, url, 'creator', { path: '/post-voucher', naira: 1_100 });
    const post = page.getByRole('button', { name: 'Post and pay' });
    await page.getByRole('textbox', { name: 'Prize' }).fill('1000');
    await fillReveal(page, '500');
    await expect(page.getByRole('region', { name: 'What you pay' })).toContainText('₦1,100');
    await post.dblclick();
    await expect(page.getByText('Payment successful!')).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Your giveaway is live' })).toBeVisible();
    await openWallet(page);
    await expect(balances(page)).toContainText('₦0');
  });

  test('a short wallet leads to a top-up, and the posted one is paid', async ({ page, url }) => {
    const creator = await signInNew(page, url, 'creator', { path: '/add-voucher' });
    await page.getByRole('textbox', { name: 'Prize' }).fill('200');
    await fillReveal(page, '500');
    await expect(page.getByText('Insufficient wallet balance').first()).toBeVisible();
    const post = page.getByRole('button', { name: 'Post and pay' });
    await post.click();
    const alert = page.getByRole('alert').filter({ hasText: 'Insufficient wallet balance' });
    await expect(alert).toContainText('Your giveaway is saved, not live.');
    await topUpByApi(url, creator, 220);
    // Also by the draft: what was posted is paid for, and not posted again.
    await page.reload();
    await expect(page.getByText('This is the draft that you left here.')).toBeVisible();
    await post.click();
    await expect(page.getByRole('dialog', { name: 'Your giveaway is live' })).toBeVisible();
    const { vouchers } = await callApi<CreatedAnswer>(url, '/api/v1/vouchers/created', creator);
    expect(vouchers).toMatchObject([{ status: 'active' }]);
  });
});

test('the balance is in the user’s currency, the total is named as that', async ({ page, url }) => {
  const mover = await signUpByApi(url, 'mover');
  await topUpByApi(url, mover, 10_640);
  await callApi(url, '/api/v1/user/region', { token: mover.token, body: { region: 'ghana' } });
  await signIn(page, url, mover, '/wallet');
  const band = page.getByRole('region', { name: 'Balance', exact: true });
  await expect(band).toContainText(/Available balance.*GH₵0/);
  const total = { name: /^Total in cedis: about GH₵1\d\d$/ };
  await band.getByRole('button', total).click();
  await expect(band.getByRole('status')).toHaveText(
    'All your currencies together. At a fixed rate: today’s is not known on this phone.',
  );
  await expect(balances(page).getByRole('listitem')).toContainText(['GH₵0', '₦10,640']);
  await expectAccessible(page);

  await page.goto('/');
  const home = page.getByRole('region', { name: 'Wallet' });
  await expect(home).toContainText(/Wallet balance.*GH₵0/);
  await expect(home.getByRole('button', total)).toBeVisible();
  await home.getByRole('button', { name: 'Hide balance' }).click();
  await expect(home.getByRole('button', total)).toBeHidden();
});
