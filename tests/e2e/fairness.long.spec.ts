import { spawnSync } from 'node:child_process';

import type { Page } from '@playwright/test';

import type { SubmitAnswer } from '../../contract/vouchers.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import { openNewGiveaway } from '../fixtures/e2e/giveaways.ts';
import { controlServiceWorker } from '../fixtures/e2e/device.ts';
import { fetchWhole, setNetwork } from '../fixtures/e2e/network.ts';
import { callApi, signUpByApi } from '../fixtures/e2e/people.ts';
import {
  downloadBy,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSound,
} from '../fixtures/e2e/screen.ts';
import { expect, test, testInstalled } from '../fixtures/e2e/test.ts';
import { lookByApi } from '../fixtures/e2e/visitors.ts';

test.use({ sharing: 'making' });

const code = (page: Page, marks: RegExp) =>
  page.getByRole('group', { name: /^Voucher code/ }).and(page.getByRole('group', { name: marks }));
const passes = (page: Page) => page.getByText('This device has checked every digit that is open');
/** Details that are folded until their title is pressed. */
const unfold = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { name: title }).click();

/** Saves the proof from the page that is open, and checks it with the script. */
async function verifySaved(page: Page): Promise<{ status: number | null; stdout: string }> {
  const download = await downloadBy(page.getByRole('button', { name: 'Save the proof' }));
  return spawnSync(
    process.execPath,
    ['--import', 'tsx', 'scripts/verify-proof.ts', await download.path()],
    { cwd: REPOSITORY_ROOT, encoding: 'utf8' },
  );
}

test('a digit that opens is proved, by the page and by the script', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url, { second_reveal_views: '2' });
  await page.goto(`/v/${giveaway.ulid}`);
  await expect(code(page, /11 digits proved/)).toBeVisible();
  await lookByApi(url, giveaway);
  await expect(code(page, /1 of 13 digits hidden\. 12 digits proved/)).toBeVisible();
  await expectAccessible(page);

  const marks = page.getByRole('button', { name: 'What do the marks on the digits mean?' });
  const meaning = page.getByText(
    'A tick: this digit was sealed before the first guess, and this device has checked it.',
  );
  await marks.click();
  await expect(meaning).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(meaning).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(meaning).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: 'Is it fair?' }).click();
  await expect(passes(page)).toBeVisible();
  await expect(page.getByText('1 hidden digit has opened so far, 1 still sealed.')).toBeVisible();
  await expect(code(page, /12 digits proved/)).toBeVisible();
  const nav = page.getByRole('navigation', { name: 'Main, mobile' });
  await expect(nav.getByRole('button', { name: 'Voucher' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const sum = page.getByRole('row', { name: /Sum/ });
  await expect(sum).toBeHidden();
  await unfold(page, 'Follow the money');
  await expect(sum).toHaveText(['Sum₦0']);
  await expect(page.getByRole('term').filter({ hasText: 'Held for the prize' })).toBeVisible();
  await unfold(page, 'What was checked');
  const command = page.getByText('npx tsx scripts/verify-proof.ts');
  await expect(page.getByText('Each digit leads to the same seal.')).toBeVisible();
  await expect(command).toBeHidden();
  await expectSound(page);
  // At a desk the details stand beside the digits.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(command).toBeVisible();
  const [left, right] = await Promise.all([
    page.getByRole('region', { name: 'Digits' }).boundingBox(),
    page.getByRole('heading', { name: 'What was checked' }).boundingBox(),
  ]);
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  await expectAccessible(page);
  const { status, stdout } = await verifySaved(page);
  expect(stdout).toContain('This proof holds.');
  expect(status).toBe(0);
});

test('the whole code is proved once the voucher is over', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url);
  const { token } = await signUpByApi(url, 'winner');
  const body = { voucher_id: giveaway.ulid, code: giveaway.code };
  await callApi<SubmitAnswer>(url, '/api/v1/vouchers/submit', { token, body });
  await page.goto(`/v/${giveaway.ulid}/fairness`);
  await expect(passes(page)).toBeVisible();
  await expect(code(page, /13 digits proved/)).toBeVisible();
  await expect(page.getByRole('group', { name: /^Voucher code. 0 of 13/ })).toBeVisible();
  await unfold(page, 'What was checked');
  await expect(page.getByText('The whole code is the one that was sealed.')).toBeVisible();
  expect((await verifySaved(page)).status).toBe(0);
});

test('a server that shows another digit than it sealed is found out', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url);
  await page.route(`**/api/v1/vouchers/${giveaway.ulid}/fairness`, async (route) => {
    const response = await fetchWhole(route);
    const answer = (await response.json()) as { digits: { digit: string }[] };
    const [first] = answer.digits;
    if (first) first.digit = String((Number(first.digit) + 1) % 10);
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`/v/${giveaway.ulid}`);
  await expect(code(page, /10 digits proved\. 1 digit not what was promised/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Claim ₦/ })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Tap to guess' })).toBeHidden();
  await expect(
    page.getByText('This voucher’s proof does not hold, so it takes no guess from here.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'What do the marks on the digits mean?' }).click();
  await expect(page.getByText('A cross: this digit is not the one that was sealed.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'See what is wrong' }).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('This proof does not hold. Not what was sealed: digit');
  await expectSound(page);
  const { status, stdout } = await verifySaved(page);
  expect(stdout).toContain('✗ digits');
  expect(status).toBe(1);
});

testInstalled('the proof is there without a network', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url);
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
