import type { Locator, Page } from '@playwright/test';

import { setTextSize } from '../../fixtures/e2e/layout.ts';
import { demoPerson, logInByApi, setPinByApi } from '../../fixtures/e2e/people.ts';
import { untilRunning } from '../../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../../fixtures/e2e/sign-in.ts';
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

test('a sheet focuses its first task and returns the focus on Esc', async ({ page, url }) => {
  const button = (name: string): Locator => page.getByRole('main').getByRole('button', { name });
  await signIn(page, url, demoPerson('ada'), '/');
  await expectFocus(button('Redeem'), 'Redeem Goodies', 'Voucher code');
  await expectFocus(button('Sort and filter'), 'Sort and filter', 'Creator');
  await page.goto('/wallet');
  await expectFocus(button('Top up'), 'Top up', 'Amount');
  await expectFocus(button('Withdraw'), 'Choose your PIN', 'New PIN');
  const ada = { ...demoPerson('ada'), ...(await logInByApi(url, demoPerson('ada'))) };
  await setPinByApi(url, ada);
  await page.reload();
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

test('a focused heading has a ring only for those who use keys alone', async ({ page, url }) => {
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

/** What cannot be seen of the field that has the focus, and of what is said of it; '' when all can. */
const hiddenPartOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const field = document.activeElement?.closest<HTMLElement>('[data-field], [aria-invalid]');
    if (!field) return 'no field has the focus';
    const described = field.closest('[aria-invalid], fieldset')?.getAttribute('aria-describedby');
    const note = document.getElementById(described ?? '');
    if (!note) return 'nothing is said of it';
    // A radio that only readers meet is seen as its label.
    const seen = field.offsetWidth > 2 ? field : (field.closest('label') ?? field);
    const isSeen = (element: Element): boolean => {
      const { left, top, bottom } = element.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => {
        const hit = document.elementFromPoint(left + 20, y);
        return hit !== null && (element.contains(hit) || hit.contains(element));
      });
    };
    return [seen, note]
      .filter((part) => !isSeen(part))
      .map((part) => part.outerHTML)
      .join();
  });

interface FaultyForm {
  readonly path: string;
  readonly opener?: string;
  readonly field?: string;
  readonly amount?: string;
  readonly send: string | RegExp;
}

const FAULTY_FORMS: readonly FaultyForm[] = [
  { path: '/payment-voucher', send: 'Create and pay' },
  { path: '/payment-voucher', amount: '500', send: 'Create and pay' },
  { path: '/post-voucher', field: 'Prize', amount: '', send: 'Next: Reveal' },
  { path: '/send', send: 'Continue' },
  { path: '/airtime', send: 'Buy airtime' },
  { path: '/bills', send: /^Pay/ },
  { path: '/wallet', opener: 'Top up', send: 'Continue to payment' },
  { path: '/wallet', opener: 'Withdraw', send: 'Continue' },
  { path: '/profile/security', opener: 'Change password', send: 'Change password' },
];

for (const { name, textPx } of [
  { name: 'on the narrowest phone', textPx: 16 },
  { name: 'on the narrowest phone with text at 200 %', textPx: 32 },
]) {
  test(`a refused form shows its first wrong field and why, ${name}`, async ({ page, url }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await setTextSize(page, textPx);
    await setPinByApi(url, await signInNew(page, url, 'owner', { naira: 100 }));
    for (const { path, opener, field = 'Amount', amount, send } of FAULTY_FORMS) {
      await page.goto(path);
      await untilRunning(page);
      const main = page.getByRole('main');
      if (opener !== undefined) await main.getByRole('button', { name: opener }).first().click();
      const scope = opener === undefined ? main : page.getByRole('dialog');
      if (amount !== undefined)
        await scope.getByRole('textbox', { name: field, exact: true }).fill(amount);
      await scope.getByRole('button', { name: send }).last().click();
      await expect.poll(() => hiddenPartOf(page), `${path} ${opener ?? amount ?? ''}`).toBe('');
    }
  });
}
