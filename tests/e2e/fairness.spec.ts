import { spawnSync } from 'node:child_process';

import type { Page } from '@playwright/test';

import type { SubmitAnswer } from '../../contract/vouchers.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import { controlServiceWorker } from '../fixtures/e2e/device.ts';
import { openGiveaway, type Giveaway } from '../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { callApi, signUpByApi } from '../fixtures/e2e/people.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/e2e/screen.ts';
import { expect, test, testInstalled } from '../fixtures/e2e/test.ts';

const code = (page: Page, marks: RegExp) =>
  page.getByRole('group', { name: /^Voucher code/ }).and(page.getByRole('group', { name: marks }));
const passes = (page: Page) => page.getByText('All checks pass.');

/** A view by a new visitor. */
async function lookAt(url: string, { ulid }: Giveaway): Promise<void> {
  const { token } = await signUpByApi(url, 'visitor');
  const body = { voucher_ids: [ulid] };
  await callApi(url, '/api/v1/vouchers/track-views', { token, body });
}

/** Saves the proof from the page that is open, and checks it with the script. */
async function verifySaved(page: Page): Promise<{ status: number | null; stdout: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the proof' }).click(),
  ]);
  return spawnSync(
    process.execPath,
    ['--import', 'tsx', 'scripts/verify-proof.ts', await download.path()],
    { cwd: REPOSITORY_ROOT, encoding: 'utf8' },
  );
}

test('a digit that opens is marked as proved, and the page and the script agree', async ({
  page,
  url,
}) => {
  const creator = await signUpByApi(url, 'creator');
  const giveaway = await openGiveaway(url, creator, { second_reveal_views: '2' });
  await page.goto(`/v/${giveaway.ulid}`);
  await expect(code(page, /11 digits proved/)).toBeVisible();
  await lookAt(url, giveaway);
  await expect(code(page, /1 of 13 digits hidden\. 12 digits proved/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Is it fair?' }).click();
  await expect(passes(page)).toBeVisible();
  await expect(page.getByText('1 hidden digit has opened so far, 1 still sealed.')).toBeVisible();
  await expect(code(page, /12 digits proved/)).toBeVisible();
  const money = page.getByRole('region', { name: 'Follow the money' });
  await expect(money.getByRole('row', { name: /Sum/ })).toHaveText(['Sum₦0']);
  await expect(money).toContainText('Held for the prize');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const { status, stdout } = await verifySaved(page);
  expect(stdout).toContain('This proof holds.');
  expect(status).toBe(0);
});

test('the whole code is proved once the voucher is over', async ({ page, url }) => {
  const giveaway = await openGiveaway(url, await signUpByApi(url, 'creator'));
  const { token } = await signUpByApi(url, 'winner');
  const body = { voucher_id: giveaway.ulid, code: giveaway.code };
  await callApi<SubmitAnswer>(url, '/api/v1/vouchers/submit', { token, body });
  await page.goto(`/v/${giveaway.ulid}/fairness`);
  await expect(passes(page)).toBeVisible();
  await expect(code(page, /13 digits proved/)).toBeVisible();
  await expect(page.getByRole('group', { name: /^Voucher code. 0 of 13/ })).toBeVisible();
  await expect(page.getByText('The whole code is the one that was sealed.')).toBeVisible();
  expect((await verifySaved(page)).status).toBe(0);
});

test('a server that shows another digit than it sealed is found out', async ({ page, url }) => {
  const giveaway = await openGiveaway(url, await signUpByApi(url, 'creator'));
  await page.route(`**/api/v1/vouchers/${giveaway.ulid}/fairness`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { digits: { digit: string }[] };
    const [first] = answer.digits;
    if (first) first.digit = String((Number(first.digit) + 1) % 10);
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`/v/${giveaway.ulid}`);
  await expect(code(page, /10 digits proved\. 1 digit not what was promised/)).toBeVisible();
  await page.getByRole('link', { name: 'See what is wrong' }).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('This proof does not hold. Not what was sealed: digit');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const { status, stdout } = await verifySaved(page);
  expect(stdout).toContain('✗ digits');
  expect(status).toBe(1);
});

testInstalled('the proof is there without a network', async ({ page, url }) => {
  const giveaway = await openGiveaway(url, await signUpByApi(url, 'creator'));
  await page.goto(`/v/${giveaway.ulid}`);
  await expect(code(page, /11 digits proved/)).toBeVisible();
  await controlServiceWorker(page);
  await setNetwork(page, 'lost');
  await page.goto(`/v/${giveaway.ulid}/fairness`);
  await expect(passes(page)).toBeVisible();
  await expect(page.getByText(/^Checked offline, from what this phone saved/)).toBeVisible();
  expect((await verifySaved(page)).status).toBe(0);

  await page.goto('/v/01ARZ3NDEKTSV4RRFFQ69G5FAV/fairness');
  await expect(page.getByRole('heading', { name: 'Not saved on this phone' })).toBeVisible();
});
