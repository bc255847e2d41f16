import type { Locator, Page } from '@playwright/test';

import { signInNew } from '../../fixtures/e2e/sign-in.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { expectAccessible, expectSound } from '../../fixtures/e2e/screen.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

const balances = (page: Page) => page.getByRole('region', { name: 'Balances' });
const converter = (page: Page) => page.getByRole('region', { name: 'Converter' });
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Exchange' });

async function openWallet(page: Page, url: string): Promise<void> {
  await signInNew(page, url, 'exchanger', { path: '/wallet', naira: 5_000 });
  await expect(balances(page)).toContainText('₦5,000');
}

async function openSheet(page: Page, amount = ''): Promise<Locator> {
  await converter(page).getByLabel('Convert').fill(amount);
  await converter(page).getByLabel('To').selectOption('GHS');
  await converter(page).getByRole('button', { name: 'Exchange' }).click();
  return sheetOf(page);
}

async function askFor(sheet: Locator, amount: string): Promise<void> {
  await sheet.getByLabel('Amount').fill(amount);
  await sheet.getByRole('button', { name: 'Get the rate' }).click();
}

test('money is exchanged at the rate shown, as one entry of the history', async ({ page, url }) => {
  await openWallet(page, url);
  const sheet = await openSheet(page, '1000');
  await expect(sheet.getByLabel('Amount')).toHaveValue('1,000');
  await askFor(sheet, '6000');
  await expect(sheet.getByText('Insufficient wallet balance')).toBeVisible();
  await expect(sheet.getByLabel('Amount')).toBeFocused();
  await expectAccessible(page);
  await askFor(sheet, '0.1');
  await expect(
    sheet.getByText('This is too little to exchange: it would give you nothing'),
  ).toBeVisible();

  await askFor(sheet, '2000');
  // At 0.0094314, less one per cent, cut off.
  await expect(sheet.getByRole('term').filter({ hasText: 'You get' })).toBeVisible();
  await expect(sheet.getByText('GH₵18.67', { exact: true })).toBeVisible();
  await expect(sheet.getByText(/This rate holds for/)).toContainText(/0[01]:\d\d/);
  await expectSound(page);
  await sheet.getByRole('button', { name: 'Exchange ₦2,000' }).dblclick();
  await expect(sheet.getByText('The money is in your wallet.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(balances(page)).toContainText('₦3,000');
  await expect(balances(page)).toContainText('GH₵18');

  const recent = page.getByRole('region', { name: 'Recent' });
  const lines = recent.getByRole('link', { name: /Exchange of ₦2,000 into GH₵18.67/ });
  await expect(lines).toHaveCount(2);
  await lines.first().click();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText(/Gave₦2,000.*Got.*GH₵18\.67.*RateGH₵1 = ₦107/);
  await expectAccessible(page);
});

test('an expired rate is replaced, and nothing moves at the old one', async ({ page, url }) => {
  await page.clock.install();
  await openWallet(page, url);
  const sheet = await openSheet(page, '500');
  await sheet.getByRole('button', { name: 'Get the rate' }).click();
  await expect(sheet.getByText(/This rate holds for/)).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(sheet.getByText('This rate has expired. Please get a new one.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Get a new rate' }).click();
  await expect(sheet.getByText(/This rate holds for/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Exchange ₦500' }).click();
  await expect(sheet.getByText('The money is in your wallet.')).toBeVisible();
});

test('an exchange whose answer was lost is charged once', async ({ page, url }) => {
  await openWallet(page, url);
  const sheet = await openSheet(page, '1000');
  await sheet.getByRole('button', { name: 'Get the rate' }).click();
  // Carried out, and the answer never arrives: neither to the first try nor to its repeat.
  await page.context().route('**/api/v1/wallet/exchange', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await sheet.getByRole('button', { name: 'Exchange ₦1,000' }).click();
  await expect(sheet.getByText(/It may still have gone through/)).toBeVisible();
  await expectAccessible(page);
  await page.context().unroute('**/api/v1/wallet/exchange');
  await sheet.getByRole('button', { name: 'Check again' }).click();
  await expect(sheet.getByText('The money is in your wallet.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(balances(page)).toContainText('₦4,000');
});

test('without a network amounts are converted, and nothing is exchanged', async ({ page, url }) => {
  await openWallet(page, url);
  await converter(page).getByLabel('Convert').fill('1000');
  await converter(page).getByLabel('To').selectOption('GHS');
  await expect(converter(page).getByText('GH₵9.43', { exact: true })).toBeVisible();
  await sheetOf(page).waitFor({ state: 'hidden' });
  await converter(page).getByRole('button', { name: 'Exchange' }).click();
  await expect(sheetOf(page).getByRole('button', { name: 'Get the rate' })).toBeEnabled();
  await setNetwork(page, 'lost');
  await expect(
    sheetOf(page).getByText('You are offline. Connect to the internet to do this.'),
  ).toBeVisible();
  await expect(sheetOf(page).getByRole('button', { name: 'Get the rate' })).toBeDisabled();
  await expectAccessible(page);
  await sheetOf(page).getByRole('button', { name: 'Close' }).click();
  await converter(page).getByLabel('Convert').fill('2000');
  await expect(converter(page).getByText('GH₵18.86', { exact: true })).toBeVisible();
  await expect(converter(page)).toContainText('At a fixed rate');
});

test('a new voucher’s amount is converted from another currency', async ({ page, url }) => {
  await openWallet(page, url);
  await page.goto('/payment-voucher');
  await page.getByRole('button', { name: 'Convert from another currency' }).click();
  await converter(page).getByLabel('Convert').fill('2');
  await converter(page).getByRole('button', { name: 'Use ₦3,040' }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('3,040');
  await expect(converter(page)).toBeHidden();
  await page.getByRole('button', { name: 'Convert from another currency' }).click();
  await expectSound(page);
});

test('at 320 px with nothing in the wallet the sheet says so', async ({ page, url }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signInNew(page, url, 'poor', { path: '/wallet?exchange' });
  const sheet = sheetOf(page);
  await askFor(sheet, '10');
  await expect(sheet.getByText('Insufficient wallet balance')).toBeVisible();
  await expectSound(page);
});
