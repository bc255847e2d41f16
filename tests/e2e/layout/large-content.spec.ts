import type { Page } from '@playwright/test';

import type { CreatedAnswer } from '../../../contract/payment-vouchers.ts';
import type { FeaturedAnswer } from '../../../contract/vouchers.ts';
import type { TransactionsAnswer } from '../../../contract/wallet.ts';
import { enlargeAnswers } from '../../fixtures/e2e/large-answers.ts';
import { findLayoutFaults } from '../../fixtures/e2e/layout.ts';
import { callApi, demoPerson, logInByApi } from '../../fixtures/e2e/people.ts';
import { signIn } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

/** The narrowest phone, one held sideways, and one whose owner reads text at 200 %. */
const PHONES = [
  { name: 'narrow', width: 320, height: 640, textPx: 16 },
  { name: 'sideways', width: 640, height: 320, textPx: 16 },
  { name: 'large text', width: 390, height: 844, textPx: 32 },
] as const;

const HOLDS_VOUCHERS = /^\/(?:$|l?v\/|featured|wallet|transactions|my-|voucher-|allowed)/;

const setTextSize = async (page: Page, standard: number): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.enable');
  await cdp.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  await cdp.detach();
};

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

test('a visitor sees all of every page, however long the names and large the amounts', async ({
  page,
  url,
}) => {
  const { data } = await callApi<FeaturedAnswer>(url, '/api/v1/vouchers/featured');
  const methods = new Map(data.map(({ reveal_method, ulid }) => [reveal_method, ulid]));
  await enlargeAnswers(page);
  await expectAllSeen(page, [
    '/welcome',
    '/featured-giveaway',
    '/login',
    '/signup',
    '/forgot-password',
    '/verify-email',
    ...[...methods.values()].map((ulid) => `/v/${ulid}`),
    `/lv/${data[0]?.ulid ?? ''}`,
    '/nowhere',
  ]);
});

test('a user sees all of every page, however long the names and large the amounts', async ({
  page,
  url,
}) => {
  const ada = demoPerson('ada');
  const { token } = await logInByApi(url, ada);
  const { vouchers } = await callApi<CreatedAnswer>(url, '/api/v1/vouchers/created', { token });
  const history = await callApi<TransactionsAnswer>(url, '/api/v1/transactions', { token });
  const own = vouchers.filter(({ purpose }) => purpose === 'giveaway');
  const secret = own.find(({ is_private, status }) => is_private && status === 'active');
  await signIn(page, url, ada);
  await enlargeAnswers(page);
  await expectAllSeen(page, [
    '/',
    '/wallet',
    '/transactions',
    `/transactions/${history.data[0]?.id ?? ''}`,
    '/my-vouchers',
    '/post-voucher',
    '/payment-voucher',
    `/voucher-analytics/${own[0]?.ulid ?? ''}`,
    `/allowed-users/${secret?.ulid ?? ''}`,
    `/v/${own[0]?.ulid ?? ''}`,
    '/profile',
    '/merchant',
  ]);
});
