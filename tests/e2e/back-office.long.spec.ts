import type { Browser, Page } from '@playwright/test';

import { addAuthenticator } from '../fixtures/e2e/authenticator.ts';
import { topUpByApi } from '../fixtures/e2e/giveaways.ts';
import { callApi, signUpByApi } from '../fixtures/e2e/people.ts';
import { expectSound } from '../fixtures/e2e/screen.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

/** A browser of a member of staff, who sets up a passkey by an invitation of the sandbox. */
async function join(browser: Browser, url: string, name: string, role: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await addAuthenticator(page);
  await page.goto('/sandbox/staff');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: `Begin as ${role}` }).click();
  await page.getByRole('button', { name: 'Set up a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Back office' })).toBeVisible();
  return page;
}

async function run(page: Page, command: string, fields: Readonly<Record<string, string>>) {
  await page.goto('/admin');
  await page.getByRole('link', { name: command, exact: true }).click();
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Why').fill('asked for by its owner');
  await page.getByRole('button', { name: 'Run' }).click();
}

test('two people return a payment, each with a passkey; each queue opens', async ({
  browser,
  url,
}) => {
  const payer = await signUpByApi(url, 'payer');
  const reference = await topUpByApi(url, payer, 5_000);
  const efua = await join(browser, url, 'Efua', 'money');

  await run(efua, 'Find a person, voucher or payment', {
    'User, voucher or reference': payer.username,
  });
  await expect(efua.getByText(`@${payer.username}`)).toBeVisible();
  await run(efua, 'Return a payment or voucher', { 'Payment or voucher': reference });
  await expect(efua.getByText(`refund ${reference}`)).toBeVisible();
  await expect(efua.getByRole('button', { name: 'Approve' })).toBeHidden();

  const amina = await join(browser, url, 'Amina', 'owner');
  await amina.getByRole('link', { name: 'Waiting for a second person: 1' }).click();
  await amina.getByRole('button', { name: 'Approve' }).click();
  await expect(amina.getByText('done by Amina')).toBeVisible();
  const { data } = await callApi<{ data: { wallets: { NGN: { amount: number } } } }>(
    url,
    '/api/v1/wallet/balances',
    { token: payer.token },
  );
  expect(data.wallets.NGN.amount).toBe(0);

  const queues = amina.getByRole('navigation', { name: 'Queues' }).getByRole('link');
  await amina.goto('/admin');
  const names = await queues.allTextContents();
  for (const name of names) {
    await amina.goto('/admin');
    await amina.getByRole('link', { name, exact: true }).click();
    await expect(amina.getByRole('heading', { level: 1 })).toBeVisible();
    await expectSound(amina);
  }
  await amina.getByRole('button', { name: 'Log out' }).click();
  await expect(amina.getByRole('button', { name: 'Log in with a passkey' })).toBeVisible();
  await amina.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(amina.getByRole('heading', { name: 'Back office' })).toBeVisible();
  for (const page of [efua, amina]) await page.context().close();
});
