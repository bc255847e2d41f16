import type { Page, Route } from '@playwright/test';

import { openPaymentVoucher, topUpByApi } from '../../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { signUpByApi } from '../../fixtures/e2e/people.ts';
import { expectAccessible, expectSound, untilRunning } from '../../fixtures/e2e/screen.ts';
import { signIn } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

interface FakeWrapper {
  next: unknown;
  readonly felt: (readonly number[])[];
}
type Wrapped = typeof globalThis & { wrapper: FakeWrapper; GoodiesNative: object };

/** Puts a native wrapper around every page that is opened from now on. */
async function wrap(page: Page): Promise<(next: unknown) => Promise<void>> {
  await page.addInitScript(() => {
    const wrapped = globalThis as Wrapped;
    const wrapper: FakeWrapper = { next: { cancelled: true }, felt: [] };
    wrapped.wrapper = wrapper;
    wrapped.GoodiesNative = {
      version: 1,
      scan: async () => {
        if (typeof wrapper.next === 'string')
          throw new DOMException(wrapper.next, 'NotAllowedError');
        return wrapper.next;
      },
      vibrate: (pattern: readonly number[]) => wrapper.felt.push(pattern),
    };
  });
  return async (next) => {
    await page.evaluate((value) => {
      (globalThis as Wrapped).wrapper.next = value;
    }, next);
    await page.getByRole('button', { name: 'Scan QR' }).click();
  };
}

const felt = (page: Page) => page.evaluate(() => (globalThis as Wrapped).wrapper.felt);

test('a point of sale takes vouchers typed, scanned and with a code', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'customer');
  await topUpByApi(url, creator, 20_000);
  const typed = await openPaymentVoucher(url, creator, { amount: '2500' });
  const scanned = await openPaymentVoucher(url, creator, { amount: '1200' });
  const slow = await openPaymentVoucher(url, creator, { amount: '600' });
  const guarded = await openPaymentVoucher(url, creator, { amount: '900', enable_2fa: '1' });
  const shop = await signUpByApi(url, 'shop');
  const scan = await wrap(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, url, shop, '/merchant');
  await untilRunning(page);
  await expect(page.getByText(`into the wallet of @${shop.username}`)).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectSound(page);

  const field = page.getByLabel('Code of the voucher');
  await field.fill('12');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A code has 13 digits')).toBeVisible();
  await field.fill(typed);
  await expect(field).toHaveValue(`${typed.slice(0, 4)} ${typed.slice(4, 8)} ${typed.slice(8)}`);
  await page.keyboard.press('Enter');
  const ticket = page.getByRole('article', { name: '₦2,500 payment voucher' });
  await expect(ticket).toContainText(`From @${creator.username}`);
  // Said where nothing is seen, and not lost to the page.
  await expect(ticket.locator(':focus')).toContainText('2,500 naira');
  await expectSound(page);
  await ticket.getByRole('button', { name: 'Claim ₦2,500' }).click();
  const paid = page.getByRole('region', { name: 'Paid' });
  await expect(paid).toContainText('Voucher redeemed for ₦2,500!');
  expect(await felt(page)).toContainEqual([60]);
  await expectAccessible(page);
  await paid.getByRole('button', { name: 'Next voucher' }).click();
  await expect(field).toBeFocused();

  await scan({ text: `${url}/v/${scanned}` });
  await page.getByRole('button', { name: 'Claim ₦1,200' }).click();
  await expect(paid).toContainText('Voucher redeemed for ₦1,200!');
  const list = page.getByRole('list').filter({ hasText: 'Code ending in' });
  await expect(list.getByRole('listitem')).toContainText([scanned.slice(-4), typed.slice(-4)]);
  await page.getByRole('button', { name: 'Next voucher' }).click();

  // Back takes the slip from the counter and leaves the till open, but not while money moves.
  await scan({ text: guarded });
  await expect(page.getByRole('button', { name: 'Claim ₦900' })).toBeVisible();
  await page.goBack();
  await expect(field).toBeFocused();
  await expect(page).toHaveURL('/merchant');
  await scan({ text: slow });
  const claims: Route[] = [];
  await page.route('**/api/v1/vouchers/redeem', (route) => void claims.push(route));
  await page.getByRole('button', { name: 'Claim ₦600' }).click();
  await expect.poll(() => claims.length).toBe(1);
  for (const _ of [1, 2]) {
    await page.goBack();
    await expect(page.getByRole('article', { name: '₦600 payment voucher' })).toBeVisible();
  }
  await claims[0]?.continue();
  await page.unroute('**/api/v1/vouchers/redeem');
  await expect(paid).toContainText('Voucher redeemed for ₦600!');
  await page.goBack();
  await expect(field).toBeFocused();

  // The same slip again.
  await scan({ text: scanned });
  await expect(page.getByText('Voucher used')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Claim ₦1,200' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next voucher' }).click();

  await scan({ text: guarded });
  await page.getByRole('button', { name: 'Claim ₦900' }).click();
  await expect(page.getByLabel('Release code')).toBeFocused();
  await page.getByRole('button', { name: 'Next voucher' }).click();

  await setNetwork(page, 'lost');
  await field.fill(typed);
  await expect(page.getByRole('button', { name: 'Look it up' })).toBeDisabled();
});

test('what a camera reads is not believed, and its faults are said', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'customer');
  await topUpByApi(url, creator, 20_000);
  const code = await openPaymentVoucher(url, creator, { amount: '700' });
  const scan = await wrap(page);
  await signIn(page, url, creator, '/');
  await page.getByRole('button', { name: 'Redeem' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Redeem Goodies' });
  for (const text of ['https://evil.test/v/42', `javascript:location='/v/${code}'`, 'hello']) {
    await scan({ text });
    await expect(sheet.getByText('Error: this is no Goodies voucher')).toBeVisible();
  }
  await scan('denied');
  await expect(sheet.getByText('Camera permission is required to scan QR codes')).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(`${url}/`);

  // What was read is shown before it is claimed.
  await scan({ text: code });
  await expect(sheet.getByLabel('Voucher code')).toHaveValue(code);
  await sheet.getByRole('button', { name: 'Claim' }).click();
  await expect(sheet.getByRole('status')).toContainText('Voucher redeemed for ₦700!');
});

test('in a browser scanning says where it works', async ({ page, url }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/welcome');
  await untilRunning(page);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: 'Redeem' })
    .click();
  await page.getByRole('menuitem', { name: 'Scan QR' }).click();
  await expect(page.getByText('QR scanning is available in our mobile app')).toBeVisible();
  await expect(page).toHaveURL(`${url}/welcome`);
});
