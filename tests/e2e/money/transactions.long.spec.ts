import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { openPaymentVoucher, topUpByApi } from '../../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { callApi, signUpByApi, type ApiPerson } from '../../fixtures/e2e/people.ts';
import { downloadBy, expectNoSidewaysScroll, expectSound } from '../../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../../fixtures/e2e/sign-in.ts';
import { expect, test, testInstalled } from '../../fixtures/e2e/test.ts';
import { newAccounts, withdrawByApi, type OwnAccounts } from '../../fixtures/e2e/withdrawals.ts';

test.use({ sharing: 'making' });

let accounts: OwnAccounts;
test.beforeEach(() => {
  accounts = newAccounts();
});

const list = (page: Page) => page.getByRole('region', { name: 'Transactions' });
const rows = (page: Page) => list(page).getByRole('link');
const filters = (page: Page) => page.getByRole('region', { name: 'Filters' });
const pill = (page: Page, group: string, name: string) =>
  filters(page).getByRole('group', { name: group }).getByRole('button', { name, exact: true });

const openFilters = (page: Page) => page.getByRole('button', { name: /^Filter/ }).click();

async function somebodyWithHistory(page: Page, url: string): Promise<ApiPerson> {
  const person = await signUpByApi(url, 'mover');
  await topUpByApi(url, person, 9_000);
  await withdrawByApi(url, person, 1_000, accounts.paid);
  await withdrawByApi(url, person, 2_000, accounts.waiting);
  await withdrawByApi(url, person, 3_000, accounts.failing);
  await signIn(page, url, person);
  return person;
}

test('every movement stands there, with its sign, day and status', async ({ page, url }) => {
  await somebodyWithHistory(page, url);
  await page.goto('/withdrawal-history');
  await expect(page).toHaveURL(`${url}/transactions`);
  // Midnight may have passed since.
  await expect(list(page)).toContainText(/Today|Yesterday/);
  // The failed withdrawal and the money that came back are lines of their own.
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).filter({ hasText: 'Failed' })).toContainText('−₦3,010');
  await expect(rows(page).filter({ hasText: 'Processing' })).toContainText('−₦2,010');
  await expect(rows(page).filter({ hasText: '+₦9,000' })).toContainText('Completed');
  await expect(page.getByText('End of transaction history')).toBeVisible();
  await expectSound(page);
});

test('filters narrow it, stand in the address and reset together', async ({ page, url }) => {
  await somebodyWithHistory(page, url);
  await page.goto('/transactions');
  await expect(rows(page)).toHaveCount(5);
  await openFilters(page);
  await expectSound(page);

  await pill(page, 'Type', 'Topup').click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?type=topup$/);
  await expect(page.getByRole('button', { name: /^Filter\s*1 set/ })).toBeVisible();
  await pill(page, 'Status', 'Failed').click();
  await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your filters')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('button', { name: /^Filter\s*2 set/ })).toBeVisible();
  await openFilters(page);
  await expect(pill(page, 'Status', 'Failed')).toHaveAttribute('aria-pressed', 'true');
  await pill(page, 'Type', 'Withdrawal').click();
  await expect(rows(page)).toHaveCount(1);

  await filters(page).getByRole('button', { name: 'Reset Filters' }).click();
  await expect(page).toHaveURL(`${url}/transactions`);
  await expect(rows(page)).toHaveCount(5);

  // Dates apply only when both are set.
  await filters(page).getByLabel('To').fill('2024-01-31');
  await expect(page.getByText('Set both dates to filter by them.')).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await filters(page).getByLabel('From').fill('2024-01-01');
  await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
  await filters(page).getByLabel('From').fill('2024-02-01');
  await expect(page.getByText('The end must not be before the start')).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
});

test('more of it comes by the page, up to its end', async ({ page, url }) => {
  const person = await signUpByApi(url, 'mover');
  for (let amount = 1; amount <= 11; amount += 1) await topUpByApi(url, person, amount);
  await signIn(page, url, person, '/transactions');
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(rows(page)).toHaveCount(11);
  await expect(page.getByText('End of transaction history')).toBeVisible();
});

test('nothing yet is said, and a failure can be tried again', async ({ page, url, context }) => {
  await signInNew(page, url, 'mover');
  const broken = { status: 500, contentType: 'application/json', body: '{"success":false}' };
  await context.route('**/api/v1/transactions?*', (route) => route.fulfill(broken));
  await page.goto('/transactions');
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Failed to load transaction history. Please try again.',
  );
  await context.unroute('**/api/v1/transactions?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
  await expect(page.getByText('Money you top up, win or send shows up here.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Top up' }).click();
  await expect(page.getByRole('region', { name: 'Recent' })).toContainText(
    'No transactions found. Top up, or win a voucher, and it shows up here.',
  );
});

test('names replace numbers, and no amount or reference is broken', async ({ page, url }) => {
  const sender = await signUpByApi(url, 'sender');
  await topUpByApi(url, sender, 9_999_999.5);
  const code = await openPaymentVoucher(url, sender, { amount: '49876.25' });
  const receiver = await signUpByApi(url, 'receiver');
  await callApi(url, '/api/v1/vouchers/redeem', { token: receiver.token, body: { code } });
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, url, receiver, '/transactions');
  const row = rows(page).filter({ hasText: `Sent by @${sender.username}` });
  await expect(row).toContainText('+₦49,876');
  await expectNoSidewaysScroll(page);
  await row.click();

  const paper = page.getByRole('region', { name: 'Receipt' });
  await expect(paper).toContainText(`@${sender.username}, Payment voucher`);
  const reference = paper.getByText(/^[0-9A-Z]{8}…$/);
  await expect(reference).toBeVisible();
  for (const unbroken of [paper.getByText('+₦49,876.25'), reference]) {
    const lines = await unbroken.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    expect(lines).toBe(1);
  }
  await expectSound(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await paper.getByRole('button', { name: 'Copy reference' }).click();
  await expect(page.getByText('Reference copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[0-9A-Z]{26}$/);
});

test('pulling it down refreshes it', async ({ browser, url }) => {
  const context = await browser.newContext({
    baseURL: url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const person = await somebodyWithHistory(page, url);
  await page.goto('/transactions');
  await expect(rows(page)).toHaveCount(5);
  await topUpByApi(url, person, 77);
  const touch = (type: string, y: number) =>
    rows(page)
      .first()
      .dispatchEvent(type, { touches: [{ identifier: 1, clientX: 100, clientY: y }] });
  await touch('touchstart', 200);
  await touch('touchmove', 420);
  await touch('touchend', 420);
  await expect(page.getByText('Transactions refreshed')).toBeVisible();
  // Requests that follow each other within moments share one answer.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(rows(page)).toHaveCount(6, { timeout: 1_000 });
  }).toPass();
  await context.route('**/api/v1/transactions?*', (route) => route.abort());
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Failed to refresh data')).toBeVisible({ timeout: 1_500 });
  }).toPass();
  await context.close();
});

test('what the filters leave can be downloaded', async ({ page, url }) => {
  await somebodyWithHistory(page, url);
  await page.goto('/transactions?type=withdrawal&status=completed');
  await expect(rows(page).first()).toBeVisible();
  const download = await downloadBy(page.getByRole('button', { name: 'Download CSV' }));
  expect(download.suggestedFilename()).toMatch(/^goodies-statement-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('Withdrawal to');
  expect(text).not.toContain('top-up');
});

testInstalled('offline the history, filters and receipts are there', async ({ page, url }) => {
  await somebodyWithHistory(page, url);
  await page.goto('/transactions');
  await expect(rows(page)).toHaveCount(5);
  await rows(page).filter({ hasText: 'Processing' }).click();
  await expect(page.getByText('Ada Obi, Guaranty Trust Bank ••9999')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await setNetwork(page, 'lost');
  await page.reload();
  await expect(page.getByText('Ada Obi, Guaranty Trust Bank ••9999')).toBeVisible();
  await expect(page.getByText(/Delivered, or refunded, by \d+ \w+, \d\d:\d\d/)).toBeVisible();
  const picture = await downloadBy(page.getByRole('button', { name: 'Save picture' }));
  expect(picture.suggestedFilename()).toMatch(/\.png$/);
  await page.goto('/transactions?type=topup');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText(/From what is saved on this phone/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  // A receipt that was never opened shows its line.
  await rows(page).first().click();
  await expect(page.getByText('+₦9,000')).toBeVisible();
});

test.describe('a receipt', () => {
  test('says all of a transaction and is passed on as text or picture', async ({
    page,
    url,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await somebodyWithHistory(page, url);
    await page.goto('/transactions?status=failed');
    await rows(page).first().click();
    await expect(page).toHaveURL(/\/transactions\/j\d+$/);
    await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
    await expect(
      page.getByText('The withdrawal failed. The money is back in your wallet.'),
    ).toBeVisible();
    await expect(page.getByText('Ada Obi, Guaranty Trust Bank ••0000')).toBeVisible();
    await expectSound(page);
    await page.getByRole('button', { name: 'Copy text' }).click();
    await expect(page.getByText('Receipt copied')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('−₦3,010');
    expect(copied).toContain('Status: Failed');
    // Without a share sheet that takes pictures, WhatsApp gets the text.
    const whatsApp = page.getByRole('link', { name: 'WhatsApp' });
    const href = new URL((await whatsApp.getAttribute('href')) ?? '');
    expect(href.searchParams.get('text')).toBe(copied);
    const download = await downloadBy(page.getByRole('button', { name: 'Save picture' }));
    expect(download.suggestedFilename()).toMatch(/^goodies-receipt-[\w-]+\.png$/);
    const picture = await readFile(await download.path());
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
  });

  test('is printed alone', async ({ page, url }) => {
    await somebodyWithHistory(page, url);
    await page.goto('/transactions?type=topup');
    await rows(page).first().click();
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Your wallet');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
  });

  test('of another user is not found', async ({ page, url }) => {
    await signInNew(page, url, 'mover', { path: '/transactions/j1' });
    await expect(page.getByRole('heading', { name: 'Transaction not found' })).toBeVisible();
  });
});
