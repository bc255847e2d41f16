import type { Locator, Page } from '@playwright/test';

import { demoPerson } from '../../fixtures/e2e/people.ts';
import { signIn } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

/** Opens a sheet as a finger does, looks where the focus is, and leaves it by Esc. */
async function expectFocus(opener: Locator, title: string, focused: string): Promise<void> {
  const page = opener.page();
  await opener.click();
  const sheet = page.getByRole('dialog', { name: title });
  await expect(
    sheet.getByLabel(focused).or(sheet.getByRole('heading', { name: focused })),
  ).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(opener).toBeFocused();
}

const ringOf = (heading: Locator): Promise<string> =>
  heading.evaluate((element) => getComputedStyle(element).outlineStyle);

const goByTab = async (page: Page, link: Locator): Promise<void> => {
  await link.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
};

test('a sheet focuses what it is for, not what closes it, and gives the focus back on Esc', async ({
  page,
  url,
}) => {
  const button = (name: string): Locator => page.getByRole('main').getByRole('button', { name });
  await signIn(page, url, demoPerson('ada'), '/');
  await expectFocus(button('Redeem'), 'Redeem Goodies', 'Voucher code');
  await expectFocus(button('Sort and filter'), 'Sort and filter', 'Creator');
  await page.goto('/wallet');
  await expectFocus(button('Top up'), 'Top up', 'Amount');
  await expectFocus(button('Withdraw'), 'Withdraw', 'From');
  await page.goto('/my-vouchers');
  await expectFocus(button('Change cover').first(), 'Change cover', 'Change cover');

  await page.setViewportSize({ width: 1280, height: 800 });
  const menu = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: 'Redeem' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Enter Code' }).click();
  await expect(page.getByLabel('Voucher code')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});

test('a heading that a navigation focuses wears a ring for those who use keys alone', async ({
  page,
  url,
}) => {
  await signIn(page, url, demoPerson('ada'), '/wallet');
  const history = page.getByRole('main').getByRole('link', { name: 'History' });
  const heading = page.getByRole('heading', { level: 1, name: 'Transactions' });
  await history.click();
  await expect(heading).toBeFocused();
  expect(await ringOf(heading)).toBe('none');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeFocused();

  await goByTab(page, history);
  await expect(heading).toBeFocused();
  expect(await ringOf(heading)).toBe('solid');
});
