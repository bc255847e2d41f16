import type { Page } from '@playwright/test';

import type { TransactionsAnswer } from '../../../contract/wallet.ts';
import { enlargeAnswers } from '../../fixtures/e2e/large-answers.ts';
import { findLayoutFaults, setTextSize } from '../../fixtures/e2e/layout.ts';
import { findOwnPages, publicPaths } from '../../fixtures/e2e/page-paths.ts';
import { callApi, demoPerson } from '../../fixtures/e2e/people.ts';
import { signIn } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

const PHONES = [
  { name: 'narrow', width: 320, height: 640, textPx: 16 },
  { name: 'sideways', width: 640, height: 320, textPx: 16 },
  { name: 'large text', width: 390, height: 844, textPx: 32 },
  { name: 'narrow, with large text', width: 320, height: 640, textPx: 32 },
] as const;

const HOLDS_VOUCHERS = /^\/(?:$|l?v\/|featured|wallet|transactions|my-|voucher-|allowed)/;

async function expectAllSeen(page: Page, paths: readonly string[]): Promise<void> {
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('main h1, main h2').first()).toBeAttached();
    await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
    if (HOLDS_VOUCHERS.test(path)) await expect(page.locator('main')).toContainText('999,999,999');
    for (const { name, width, height, textPx } of PHONES) {
      await page.setViewportSize({ width, height });
      await setTextSize(page, textPx);
      faults.push(...(await findLayoutFaults(page)).map((fault) => `${path} ${name}: ${fault}`));
    }
    await setTextSize(page, 16);
  }
  expect(faults).toEqual([]);
}

test('a visitor sees all of a page with the longest names and amounts', async ({ page, url }) => {
  const paths = await publicPaths(url);
  await enlargeAnswers(page);
  await expectAllSeen(page, paths);
});

test('a user sees all of a page with the longest names and amounts', async ({ page, url }) => {
  const own = await findOwnPages(url);
  const { token } = own;
  const history = await callApi<TransactionsAnswer>(url, '/api/v1/transactions', { token });
  await signIn(page, url, demoPerson('ada'));
  await enlargeAnswers(page);
  await expectAllSeen(page, [
    '/',
    '/wallet',
    '/transactions',
    `/transactions/${history.data[0]?.id ?? ''}`,
    '/my-vouchers',
    '/post-voucher',
    '/payment-voucher',
    own.analytics,
    own.allowedUsers,
    own.voucher,
    '/profile',
    '/profile/security',
    '/profile/settings',
    '/merchant',
  ]);
});
