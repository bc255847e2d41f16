import type { Browser, Locator, Page } from '@playwright/test';

import type { SandboxMail } from '../../contract/sandbox.ts';
import { topUpByApi } from '../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { callApi, logIn, signUpByApi, type ApiPerson } from '../fixtures/e2e/people.ts';
import {
  downloadBy,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSound,
} from '../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../fixtures/e2e/sign-in.ts';
import { expect, test, testInstalled } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

// Journeys of two people, each with a browser of their own, take longer than one screen does.
test.describe.configure({ timeout: 120_000 });

const card = (page: Page, amount: string): Locator =>
  page.getByRole('article', { name: `${amount} payment voucher` });

const handOver = (page: Page): Locator => page.getByRole('dialog', { name: 'Send it now' });

async function create(page: Page, amount: string, method: RegExp): Promise<void> {
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByRole('radio', { name: method }).check();
  await page.getByRole('button', { name: 'Create and pay' }).click();
}

/** The same from the wallet, which ends in handing the voucher over; that is put off. */
async function createFromWallet(page: Page, amount: string): Promise<void> {
  await create(page, amount, /^Wallet/);
  await page.getByRole('button', { name: 'Send it now' }).click();
  await handOver(page).getByRole('button', { name: 'Close' }).click();
}

async function readCode(page: Page, amount: string): Promise<string> {
  await card(page, amount).getByRole('button', { name: 'Show code' }).click();
  const shown = card(page, amount).getByText(/^\d{4} \d{4} \d{5}$/);
  return (await shown.innerText()).replaceAll(' ', '');
}

async function pageOf(browser: Browser, url: string, person: ApiPerson): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await signIn(page, url, person, '/');
  return page;
}

/** A creator with money in the wallet, at the form for a new voucher. @param paidIn major units */
async function creatorAtForm(page: Page, url: string, paidIn: number): Promise<ApiPerson> {
  const creator = await signUpByApi(url, 'creator');
  await topUpByApi(url, creator, paidIn);
  await signIn(page, url, creator, '/payment-voucher');
  return creator;
}

async function redeem(page: Page, code: string): Promise<Locator> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Redeem' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Redeem Goodies' });
  await sheet.getByLabel('Voucher code').fill(code);
  await sheet.getByLabel('Voucher code').press('Enter');
  return sheet;
}

test('a voucher paid by Paystack is redeemed by its QR link', async ({ page, url, browser }) => {
  await signInNew(page, url, 'creator', { path: '/payment-voucher' });
  await create(page, '2500', /^Paystack/);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Voucher payment verified successfully!')).toBeVisible();
  const qr = handOver(page);
  await expect(qr.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(qr.getByText('Whoever has this code can redeem the voucher.')).toBeVisible();
  await expect(qr.getByRole('button', { name: 'Share' })).toBeVisible();
  await expectSound(page);
  const saved = await downloadBy(qr.getByRole('button', { name: 'Save picture' }));
  expect(saved.suggestedFilename()).toMatch(/^goodies-voucher-\w{8}\.png$/);
  await qr.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(`${url}/my-vouchers`);
  await expect(card(page, '₦2,500').getByText('Active')).toBeVisible();
  const code = await readCode(page, '₦2,500');

  const holder = await pageOf(browser, url, await signUpByApi(url, 'holder'));
  await holder.goto(`/v/${code}`);
  await holder.getByRole('button', { name: 'Claim ₦2,500' }).click();
  const sheet = holder.getByRole('dialog', { name: 'Redeem Goodies' });
  await expect(sheet.getByText('Voucher redeemed for ₦2,500!')).toBeVisible();
  await expect(sheet).toBeHidden();
  const told = holder.getByText('You redeemed this. ₦2,500 is in your wallet');
  await expect(told).toBeVisible();
  await holder.reload();
  await expect(told).toBeVisible();
  await holder.getByRole('link', { name: 'Receipt' }).click();
  await expect(holder.getByRole('heading', { level: 1 })).toContainText('Receipt');
  await holder.goBack();
  await holder.getByRole('link', { name: 'Open wallet' }).click();
  await expect(holder.getByRole('region', { name: 'Recent' })).toContainText('₦2,500');
  await holder.context().close();

  await page.reload();
  await expect(card(page, '₦2,500').getByText('Used')).toBeVisible();
  await page.goto('/wallet');
  await expect(page.getByRole('region', { name: 'Recent' })).toContainText('₦2,500');
});

test('every fault of the form is said, at its field', async ({ page, url }) => {
  await signInNew(page, url, 'creator', { path: '/payment-voucher' });
  // The total is in one piece on the narrowest phone too.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('textbox', { name: 'Amount' }).fill('23999');
  const total = page.getByRole('status').getByText('₦23,999', { exact: true });
  await expect(total).toBeVisible();
  expect((await total.boundingBox())?.height).toBeLessThan(40);
  await page.getByRole('textbox', { name: 'Amount' }).fill('');
  await page.setViewportSize({ width: 390, height: 844 });

  await page.getByText('Restrict recipient').click();
  await page.getByText('Expiry date').click();
  await page.getByRole('button', { name: 'Create and pay' }).click();
  await expect(page.getByText('Please enter a valid amount (min ₦10)')).toBeVisible();
  await expect(page.getByText('Please enter the recipient email address')).toBeVisible();
  await expect(page.getByText('Choose a day and a time')).toBeVisible();
  await expect(page.getByText('Please select a payment method')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused();
  await page.getByLabel('Recipient e-mail').fill('amara');
  await page.getByRole('radio', { name: /^Wallet/ }).check();
  await page.getByRole('textbox', { name: 'Amount' }).fill('10');
  await page.getByRole('button', { name: 'Create and pay' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByText('Insufficient wallet balance')).toBeVisible();
  await expectSound(page);
});

test('a voucher paid from the wallet is split, and both parts redeemed', async ({ page, url }) => {
  await creatorAtForm(page, url, 6_000);
  // The code is drawn when the voucher is made, so the preview shows none.
  const ticket = page.getByRole('group', { name: 'Preview' });
  await expect(ticket.getByRole('img', { name: 'Code with 13 hidden digits' })).toHaveText('');
  await create(page, '5000', /^Wallet.*₦5,100/);
  await expect(page.getByText('Payment successful!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your voucher is ready' })).toBeFocused();
  await expectAccessible(page);
  // By itself after two seconds, with what there is to do laid over the list.
  await expect(page).toHaveURL(/\/my-vouchers\?new=[0-9A-Z]{26}$/);
  await expect(handOver(page).getByRole('img', { name: /QR code/ })).toBeVisible();
  await handOver(page).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(`${url}/my-vouchers`);
  await card(page, '₦5,000').getByRole('button', { name: 'Split' }).click();
  const sheet = page.getByRole('dialog', { name: 'Split voucher' });
  const split = sheet.getByRole('button', { name: 'Split voucher' });
  await split.click();
  await expect(sheet.getByText('Please enter a valid amount')).toBeVisible();
  await sheet.getByLabel('First voucher').fill('9');
  await split.click();
  await expect(sheet.getByText('Amount must be at least 10')).toBeVisible();
  await sheet.getByLabel('First voucher').fill('4991');
  await split.click();
  await expect(sheet.getByText('Amount must be less than 4990')).toBeVisible();
  await sheet.getByLabel('First voucher').fill('2000');
  await split.click();
  await expect(page.getByText('Voucher split successfully!')).toBeVisible();
  const codes = [await readCode(page, '₦2,000'), await readCode(page, '₦3,000')];
  await expectNoSidewaysScroll(page);
  // What has scrolled under the header counts as covered.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  for (const [index, amount] of ['₦2,000', '₦3,000'].entries()) {
    const redeeming = await redeem(page, codes[index] ?? '');
    await expect(redeeming.getByText(`Voucher redeemed for ${amount}!`)).toBeVisible();
    await expect(redeeming).toBeHidden();
  }
  await page.goto('/wallet');
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('₦5,900');
});

test('two-factor protection: its creator releases it', async ({ page, url, browser }) => {
  const creator = await creatorAtForm(page, url, 1_000);
  await page.getByText('Two-factor protection').click();
  await createFromWallet(page, '100');
  await expect(page).toHaveURL(`${url}/my-vouchers`);
  const protection = card(page, '₦100').getByRole('switch', { name: /Two-factor protection/ });
  await expect(protection).toBeChecked();
  const code = await readCode(page, '₦100');

  const holder = await pageOf(browser, url, await signUpByApi(url, 'holder'));
  const sheet = await redeem(holder, code);
  await expect(sheet.getByLabel('Release code')).toBeFocused();
  let otp = '';
  await expect
    .poll(async () => {
      const mails = await callApi<SandboxMail[]>(url, `/sandbox/mail?to=${creator.email}`);
      otp = /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] ?? '';
      return otp;
    })
    .not.toBe('');
  await sheet.getByLabel('Release code').fill(otp === '000000' ? '111111' : '000000');
  await sheet.getByRole('button', { name: 'Claim' }).click();
  await expect(sheet.getByText('This release code is not right, or no longer valid')).toBeVisible();
  await expectAccessible(holder);
  await sheet.getByLabel('Release code').fill(otp);
  await sheet.getByLabel('Release code').press('Enter');
  await expect(sheet.getByText('Voucher redeemed for ₦100!')).toBeVisible();
  await holder.context().close();
});

test('a restricted voucher is refused to others, then void', async ({ page, url, browser }) => {
  await creatorAtForm(page, url, 1_000);
  await page.getByText('Restrict recipient').click();
  await page.getByLabel('Recipient e-mail').fill('somebody.else@mail.test');
  await createFromWallet(page, '50');
  await expect(page).toHaveURL(`${url}/my-vouchers`);
  const code = await readCode(page, '₦50');

  const holder = await pageOf(browser, url, await signUpByApi(url, 'holder'));
  const sheet = await redeem(holder, code);
  await expect(sheet.getByText('This voucher is restricted to another recipient')).toBeVisible();

  await card(page, '₦50').getByRole('button', { name: 'Take back' }).click();
  const confirm = page.getByRole('dialog', { name: 'Take back' });
  await confirm.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('Voucher cancelled. ₦50 is back in your wallet.')).toBeVisible();
  await expect(card(page, '₦50').getByText('Cancelled')).toBeVisible();
  await sheet.getByLabel('Voucher code').press('Enter');
  await expect(sheet.getByText('This voucher is not active')).toBeVisible();
  await holder.context().close();
});

test('a declined payment leaves a voucher that can still be paid', async ({ page, url }) => {
  await creatorAtForm(page, url, 1_000);
  await create(page, '300', /^Flutterwave/);
  const returned = page.waitForRequest((request) => request.url().includes('/my-vouchers?'));
  await page.getByRole('button', { name: 'Decline' }).click();
  const declined = page.getByRole('dialog', { name: 'Payment declined' });
  await expect(declined.getByText(/We have received no money/)).toBeVisible();
  await expect(page).toHaveURL(`${url}/my-vouchers`);
  // Also where the list does not show the voucher.
  await page.goto(`${(await returned).url()}&show=active`);
  await expect(page.getByText('No active vouchers')).toBeVisible();
  await declined.getByRole('button', { name: 'Try again' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pay now' });
  await expect(sheet.getByRole('radio', { name: /^Flutterwave/ })).toBeChecked();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Pending' }).click();
  await card(page, '₦300').getByRole('button', { name: 'Pay now' }).click();
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(sheet.getByText('Please select a payment method')).toBeVisible();
  await sheet.getByRole('radio', { name: /^Wallet/ }).check();
  await expect(sheet.getByText('Please select a payment method')).toBeHidden();
  await sheet.getByRole('button', { name: 'Pay ₦400' }).click();
  await expect(page.getByText('Payment successful!')).toBeVisible();
  await expect(page.getByText('No pending vouchers')).toBeVisible();
});

test('an unpaid voucher is cancelled by its creator, and no money moves', async ({ page, url }) => {
  await creatorAtForm(page, url, 1_000);
  await create(page, '300', /^Flutterwave/);
  await page.getByRole('button', { name: 'Decline' }).click();
  const declined = page.getByRole('dialog', { name: 'Payment declined' });
  await declined.getByRole('button', { name: 'Not now' }).click();
  await card(page, '₦300').getByRole('button', { name: 'Cancel' }).click();
  const confirm = page.getByRole('dialog', { name: 'Cancel voucher' });
  await expect(confirm.getByText(/It is not paid yet, so no money moves/)).toBeVisible();
  await confirm.getByRole('button', { name: 'Cancel voucher' }).click();
  await expect(page.getByText('Voucher cancelled.', { exact: true })).toBeVisible();
  await expect(card(page, '₦300').getByText('Cancelled')).toBeVisible();
  await page.goto('/wallet');
  await expect(page.getByText('₦1,000').first()).toBeVisible();
});

test('a visitor logs in first and comes back to the voucher', async ({ page, url, browser }) => {
  const creator = await signUpByApi(url, 'creator');
  await topUpByApi(url, creator, 1_000);
  const own = await pageOf(browser, url, creator);
  await own.goto('/payment-voucher');
  await createFromWallet(own, '75');
  await expect(own).toHaveURL(`${url}/my-vouchers`);
  const code = await readCode(own, '₦75');
  await own.context().close();
  await page.goto(`/v/${code}`);
  await page.getByRole('button', { name: 'Claim ₦75' }).click();
  // A device that nobody has logged in on is a newcomer's.
  const next = encodeURIComponent(`/v/${code}`);
  await expect(page).toHaveURL(`${url}/signup?next=${next}`);
  await page.getByRole('link', { name: 'Log In', exact: true }).click();
  await expect(page).toHaveURL(`${url}/login?next=${next}`);
  await logIn(page, await signUpByApi(url, 'holder'));
  await page.getByRole('button', { name: 'Claim ₦75' }).click();
  await expect(page.getByText('Voucher redeemed for ₦75!')).toBeVisible();
});

testInstalled('offline the list shows its age, and no money moves', async ({ page, url }) => {
  await creatorAtForm(page, url, 1_000);
  await createFromWallet(page, '20');
  await expect(card(page, '₦20').getByText('Active')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await setNetwork(page, 'lost');
  await page.reload();
  await expect(card(page, '₦20').getByText('Active')).toBeVisible();
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await expect(card(page, '₦20').getByRole('button', { name: 'Take back' })).toBeDisabled();
  await expect(card(page, '₦20').getByRole('button', { name: 'QR code' })).toBeEnabled();
});

test('a short wallet says by how much and leads to a top-up', async ({ page, url }) => {
  await creatorAtForm(page, url, 100);
  await create(page, '300', /^Flutterwave/);
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('button', { name: 'Pay another way' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pay now' });
  await sheet.getByRole('radio', { name: /^Wallet/ }).check();
  await expect(sheet.getByText(/Your wallet is ₦700 short/)).toBeVisible();
  await expectSound(page);
  await sheet.getByRole('button', { name: 'Pay ₦400' }).click();
  await expect(sheet.getByText('Insufficient wallet balance')).toBeVisible();
  await sheet.getByRole('link', { name: 'Top up ₦700' }).click();
  const topUp = page.getByRole('dialog', { name: 'Top up' });
  await expect(topUp.getByLabel('Amount')).toHaveValue('700');
  await topUp.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Payment successful!')).toBeVisible();
});
