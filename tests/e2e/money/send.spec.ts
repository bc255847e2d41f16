import type { Browser, Page } from '@playwright/test';

import { topUpByApi } from '../../fixtures/e2e/giveaways.ts';
import { signUpByApi, type ApiPerson } from '../../fixtures/e2e/people.ts';
import { expectSound } from '../../fixtures/e2e/screen.ts';
import { signIn } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

test.describe.configure({ timeout: 120_000 });

async function pageOf(
  browser: Browser,
  url: string,
  person: ApiPerson,
  path: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await signIn(page, url, person, path);
  return page;
}

test('money is sent from the wallet like a message, and claimed with one tap', async ({
  page,
  url,
  browser,
}) => {
  const [sender, recipient] = await Promise.all([
    signUpByApi(url, 'sender'),
    signUpByApi(url, 'friend'),
  ]);
  await topUpByApi(url, sender, 5_000);
  await signIn(page, url, sender, '/wallet');

  let taps = 0;
  const tap = async (button: ReturnType<Page['getByRole']>): Promise<void> => {
    taps += 1;
    await button.click();
  };
  await tap(page.getByRole('link', { name: 'Send', exact: true }));
  await expect(page.getByRole('heading', { name: 'Send money', level: 1 })).toBeVisible();
  await expectSound(page);
  await page.getByLabel('To', { exact: true }).fill('nobody_of_this_name');
  await page.getByRole('textbox', { name: 'Amount' }).fill('3000');
  await expect(page.getByText('Wallet ₦5,000, fee ₦100')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Nobody here has this name. Check the spelling.')).toBeVisible();
  await expect(page.getByLabel('To', { exact: true })).toBeFocused();
  await page.getByLabel('To', { exact: true }).fill(`@${recipient.username}`);
  await tap(page.getByRole('button', { name: 'Continue' }));
  const sheet = page.getByRole('dialog', { name: 'Send money' });
  await expect(sheet.getByText(`@${recipient.username}`)).toBeVisible();
  await expect(sheet.getByText('₦3,100')).toBeVisible();
  await expect(sheet.getByText(/Only send to people you know/)).toBeVisible();
  await expectSound(page);
  await tap(sheet.getByRole('button', { name: 'Send ₦3,000' }));
  await expect(sheet.getByText(`We told @${recipient.username}.`, { exact: false })).toBeVisible();
  expect(taps).toBe(3);
  await expectSound(page);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(`${url}/wallet`);
  await expect(page.getByRole('region', { name: 'Recent' })).toContainText(
    `Sent to @${recipient.username}`,
  );

  const claimer = await pageOf(browser, url, recipient, '/notifications');
  const headline = `₦3,000 from @${sender.username} is yours`;
  await claimer.getByRole('link', { name: new RegExp(headline) }).click();
  await expect(claimer.getByRole('heading', { name: headline, level: 1 })).toBeVisible();
  await expectSound(claimer);
  await claimer.getByRole('button', { name: 'Claim ₦3,000' }).click();
  await expect(claimer.getByText('Voucher redeemed for ₦3,000!')).toBeVisible();
  await expect(claimer.getByText('You redeemed this. ₦3,000 is in your wallet')).toBeVisible();
  await claimer.context().close();

  // The person is one tap away the next time, and no stranger any more.
  await page.getByRole('link', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: `@${recipient.username}` }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('50');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(sheet.getByRole('button', { name: 'Send ₦50' })).toBeVisible();
  await expect(sheet.getByText(/Only send to people you know/)).toBeHidden();
});
