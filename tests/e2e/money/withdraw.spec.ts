import type { Locator, Page } from '@playwright/test';

import type { WithdrawBody } from '../../../contract/withdrawals.ts';
import { topUpByApi } from '../../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { growStale } from '../../fixtures/e2e/grow-stale.ts';
import {
  callApi,
  enterPin,
  newPerson,
  setPinByApi,
  signUpByApi,
} from '../../fixtures/e2e/people.ts';
import { expectAccessible, expectSound } from '../../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';
import { newAccounts, withdrawByApi, type OwnAccounts } from '../../fixtures/e2e/withdrawals.ts';

test.use({ sharing: 'making' });

let accounts: OwnAccounts;
test.beforeEach(() => {
  accounts = newAccounts();
});

const balances = (page: Page) => page.getByRole('region', { name: 'Balances' });

async function openSheet(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Withdraw' }).click();
  return page.getByRole('dialog', { name: 'Withdraw' });
}

async function openSheetWithPin(page: Page, url: string): Promise<Locator> {
  const owner = await signInNew(page, url, 'owner', { naira: 5_000 });
  await setPinByApi(url, owner);
  await page.goto('/wallet');
  await expect(balances(page)).toContainText('₦5,000');
  return openSheet(page);
}

async function fill(sheet: Locator, amount: string, accountNumber: string): Promise<void> {
  await sheet.getByLabel('Amount', { exact: true }).fill(amount);
  await sheet.getByLabel('Bank', { exact: true }).selectOption('Guaranty Trust Bank');
  await sheet.getByLabel('Account number').fill(accountNumber);
  await sheet.getByRole('button', { name: 'Continue' }).click();
}

test('money leaves once the name of the account was seen', async ({ page, url }) => {
  const sheet = await openSheetWithPin(page, url);
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(sheet.getByText('Please enter a valid amount')).toBeVisible();
  await expect(sheet.getByText('Choose your bank').last()).toBeVisible();
  await expect(sheet.getByLabel('Amount')).toBeFocused();
  await expectAccessible(page);
  await fill(sheet, '6000', accounts.paid);
  await expect(sheet.getByText('Insufficient wallet balance')).toBeVisible();
  await fill(sheet, '2000', accounts.unknown);
  await expect(
    sheet.getByText('This account was not found. Please check the number and the bank.'),
  ).toBeVisible();
  await sheet.getByLabel('Account number').fill(accounts.paid);
  await expect(sheet).toContainText('Fee₦10 · leaves your wallet ₦2,010');
  await expect(sheet).toContainText('Left today₦50,000 of ₦50,000');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(sheet.getByText('Test Account 6789')).toBeVisible();
  await expect(sheet).toContainText('Leaves your wallet₦2,010');
  await expectSound(page);
  await sheet.getByRole('button', { name: 'Withdraw ₦2,000' }).dblclick();
  await enterPin(page);
  await expect(sheet.getByText('Your withdrawal was paid out.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(balances(page)).toContainText('₦2,990');
  await expect(page.getByRole('region', { name: 'Recent' })).toContainText('−₦2,010');
});

test('a pending payout is not called done, and a failed one is back', async ({ page, url }) => {
  const sheet = await openSheetWithPin(page, url);
  await fill(sheet, '1000', accounts.waiting);
  await sheet.getByRole('button', { name: 'Withdraw ₦1,000' }).click();
  await enterPin(page);
  await expect(sheet.getByText(/The bank or network is working on it/)).toBeVisible();
  const endsBy = /Delivered, or refunded, by \d+ \w+, \d\d:\d\d/;
  await expect(sheet.getByText(endsBy)).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(balances(page)).toContainText('₦3,990');
  await expect(page.getByRole('region', { name: 'Recent' })).toContainText(endsBy);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await sheet.getByRole('radio', { name: 'Another account' }).check();
  await fill(sheet, '500', accounts.failing);
  await sheet.getByRole('button', { name: 'Withdraw ₦500' }).click();
  await enterPin(page);
  await expect(
    sheet.getByText(/The withdrawal failed. The money is back in your wallet./),
  ).toBeVisible();
  await expectAccessible(page);
  // What was entered is still there, and another account is one tap.
  await sheet.getByRole('button', { name: 'Try again or choose another account' }).click();
  await expect(sheet.getByLabel('Amount')).toHaveValue('500');
  await expect(sheet.getByLabel('Account number')).toHaveValue(accounts.failing);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(balances(page)).toContainText('₦3,990');
});

test('all goes to the last account in three taps; it can be removed', async ({ page, url }) => {
  const owner = await signUpByApi(url, 'owner');
  await topUpByApi(url, owner, 5_000);
  await withdrawByApi(url, owner, 500);
  await withdrawByApi(url, owner, 500, accounts.waiting);
  await signIn(page, url, owner, '/wallet');
  await expect(balances(page)).toContainText('₦3,980');
  const sheet = await openSheet(page);
  const last = sheet.getByRole('radio', { name: 'Guaranty Trust Bank ••••9999' });
  await expect(last).toBeChecked();
  await expect(sheet).not.toContainText(accounts.waiting);
  for (const fact of [
    'Fee₦10 to ₦50, by amount',
    'Left today₦49,000 of ₦50,000',
    'ArrivesUsually within minutes',
  ]) {
    await expect(sheet).toContainText(fact);
  }
  await expect(sheet.getByRole('button', { name: '₦5,000' })).toBeHidden();
  await expectSound(page);
  await sheet.getByRole('button', { name: 'Remove Guaranty Trust Bank ••••9999' }).click();
  await expect(last).toBeHidden();
  await expect(sheet.getByRole('radio', { name: /••••6789/ })).toBeChecked();
  await expect(sheet.getByRole('radio', { name: /••••6789/ })).toBeFocused();
  await sheet.getByRole('button', { name: 'All' }).click();
  await expect(sheet.getByLabel('Amount')).toHaveValue('3,970');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(sheet.getByText('••••6789')).toBeVisible();
  await expect(sheet.getByText('Ada Obi')).toBeVisible();
  await sheet.getByRole('button', { name: 'Withdraw ₦3,970' }).click();
  await enterPin(page);
  await expect(sheet.getByText('Your withdrawal was paid out.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(balances(page)).toContainText('₦0');
});

test('messages over the sheet close by a tap, or by themselves', async ({ page, url }) => {
  const owner = await signUpByApi(url, 'owner');
  await topUpByApi(url, owner, 5_000);
  await withdrawByApi(url, owner, 500);
  await page.setViewportSize({ width: 320, height: 568 });
  await signIn(page, url, owner, '/wallet');
  const sheet = await openSheet(page);
  await sheet.getByLabel('Amount').fill('123');
  const deletion = '**/api/v1/wallet/accounts*';
  await page.route(deletion, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  const remove = sheet.getByRole('button', { name: /^Remove/ });
  await remove.click();
  const alert = sheet.locator('[aria-live=assertive]', { hasText: 'Network error occurred' });
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(alert).toBeHidden();
  await expect(remove).toBeFocused();
  await expect(sheet.getByLabel('Amount')).toHaveValue('123');
  await page.unroute(deletion);
  await remove.click();
  const status = sheet.getByText('6789 removed');
  await expect(status).toBeVisible();
  await expect(status).toBeHidden();
});

test('what is wrong is said until its cause is gone', async ({ page, url }) => {
  const owner = await signInNew(page, url, 'owner', { naira: 1_000 });
  await setPinByApi(url, owner);
  await page.goto('/wallet');
  await expect(balances(page)).toContainText('₦1,000');
  const sheet = await openSheet(page);
  await fill(sheet, '3000', '12');
  const [short, number] = [
    sheet.getByText('Insufficient wallet balance'),
    sheet.getByText('Enter your account number'),
  ];
  await expect(number).toBeVisible();
  await sheet.getByLabel('Account number').fill(accounts.paid);
  await expect(number).toBeHidden();
  await expect(short).toBeVisible();
  // The balance grows elsewhere; this page hears of it when it is seen again.
  await topUpByApi(url, owner, 5_000);
  await growStale(page, 'wallets');
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(short).toBeHidden({ timeout: 500 });
  }).toPass();
  await expect(sheet.getByLabel('Amount')).toHaveValue('3,000');
});

test('a lost answer is no failure, and nothing is sent twice', async ({ page, url, context }) => {
  const sheet = await openSheetWithPin(page, url);
  await fill(sheet, '2000', accounts.paid);
  // The server takes it with the PIN; its answer never arrives.
  await context.route('**/api/v1/wallet/withdraw', async (route) => {
    const { pin } = route.request().postDataJSON() as WithdrawBody;
    if (pin === undefined) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await sheet.getByRole('button', { name: 'Withdraw ₦2,000' }).click();
  await enterPin(page);
  await expect(sheet.getByRole('heading', { name: 'Not known yet' })).toBeVisible();
  await context.unroute('**/api/v1/wallet/withdraw');
  await sheet.getByRole('button', { name: 'Check again' }).click();
  await expect(sheet.getByText('Your withdrawal was paid out.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(balances(page)).toContainText('₦2,990');
});

test('a wrong PIN takes nothing, five lock it, and a link for another one is mailed', async ({
  page,
  url,
}) => {
  const sheet = await openSheetWithPin(page, url);
  await fill(sheet, '1000', accounts.paid);
  await sheet.getByRole('button', { name: 'Withdraw ₦1,000' }).click();
  const asked = page.getByRole('dialog', { name: 'Enter your PIN' });
  await expect(asked.getByLabel('PIN', { exact: true })).toBeFocused();
  await expectSound(page);
  await expect(asked).toContainText('Withdraw ₦1,000 to Guaranty Trust Bank ••••6789');
  for (const left of [4, 3, 2, 1]) {
    await enterPin(page, '135792');
    await expect(asked.getByText(`This PIN is not right. Tries left: ${left}`)).toBeVisible();
    await expect(asked.getByLabel('PIN', { exact: true })).toBeFocused();
  }
  await enterPin(page, '135792');
  await expect(
    asked.getByText(/it is locked for 60 minutes.* You can try again at \d\d:\d\d/),
  ).toBeVisible();
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Choose another PIN' }).click();
  await asked.getByRole('button', { name: 'Mail me the link' }).click();
  await expect(asked.getByText(/is on its way to your e-mail address/)).toBeVisible();
  await asked.getByRole('button', { name: 'Close' }).click();
  await expect(balances(page)).toContainText('₦5,000');
});

test('offline nothing is withdrawn', async ({ page, url }) => {
  const sheet = await openSheetWithPin(page, url);
  await expect(sheet.getByLabel('Amount')).toBeVisible();
  await setNetwork(page, 'lost');
  await expect(
    sheet.getByText('You are offline. Connect to the internet to do this.'),
  ).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await setNetwork(page, 'found');
});

test('an address has to be proved first', async ({ page, url }) => {
  const person = newPerson('unproved');
  await callApi(url, '/api/v1/register', { body: person });
  await signIn(page, url, person, '/wallet');
  await expect(balances(page)).toContainText('₦0');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Please verify your e-mail address first')).toBeVisible();
});

test('the address of the payment methods leads to them', async ({ page, url }) => {
  await signInNew(page, url, 'owner', { path: '/profile/payment-methods' });
  await expect(page.getByRole('heading', { name: 'Payment methods' })).toBeFocused();
  await page.goto('/wallet/flutterwave');
  await expect(page.getByRole('heading', { name: 'Payment methods' })).toBeFocused();
  await page.getByRole('button', { name: 'Top up' }).click();
  await expect(page.getByRole('radio', { name: /Flutterwave/ })).toBeChecked();
});
