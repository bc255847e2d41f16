import type { Page } from '@playwright/test';

import type { SubmitAnswer } from '../../../contract/vouchers.ts';
import { guessWrong, waitBanner } from '../../fixtures/e2e/guess.ts';
import { signInNew } from '../../fixtures/e2e/sign-in.ts';
import { openGiveaway, openNewGiveaway } from '../../fixtures/e2e/giveaways.ts';
import { callApi, signUpByApi } from '../../fixtures/e2e/people.ts';
import { downloadBy, expectAccessible, expectSound } from '../../fixtures/e2e/screen.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making', permissions: ['clipboard-read', 'clipboard-write'] });

const refusal = (page: Page) => page.getByRole('main').getByRole('alert');
const unfold = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Check a receipt' }).click();
async function check(page: Page, receipt: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Receipt' }).fill(receipt);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
}

test('a guess’s receipt can be checked by all and changed by nobody', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'creator');
  const giveaway = await openGiveaway(url, creator);
  const other = await openGiveaway(url, creator);
  await signInNew(page, url, 'player', { path: `/v/${giveaway.ulid}` });
  await page.getByRole('button', { name: 'Tap to guess' }).click();
  await guessWrong(page, giveaway);
  await expect(waitBanner(page)).toBeVisible();

  await page.goto('/guesses');
  await page.getByText(/^Signed receipt No\. \d+$/).click();
  const text = page.getByText(/^eyJ/);
  await expect(text).toBeVisible();
  const receipt = (await text.textContent()) ?? '';
  await expectSound(page);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Receipt copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(receipt);
  const download = await downloadBy(page.getByRole('button', { name: 'Save' }));
  expect(download.suggestedFilename()).toMatch(/^goodies-receipt-\d+\.jwt$/);

  await page.getByRole('link', { name: 'Check it' }).click();
  await unfold(page);
  await check(page, receipt);
  const genuine = page.getByText('This receipt is genuine.');
  await expect(genuine).toBeVisible();
  await expect(
    page.getByText('Whether it was right shows when the voucher is over.'),
  ).toBeVisible();
  await expectSound(page);

  const [header = '', payload = '', signature = ''] = receipt.split('.');
  const changed = Buffer.from(payload, 'base64url')
    .toString()
    .replace(/"number":(\d)/, (_, digit: string) => `"number":${(Number(digit) % 9) + 1}`);
  const forged = Buffer.from(changed).toString('base64url');
  await check(page, `${header}.${forged}.${signature}`);
  await expect(refusal(page)).toHaveText('This receipt was changed, or Goodies did not sign it.');
  await check(page, receipt.slice(0, -9));
  await expect(refusal(page)).toBeVisible();
  await expectAccessible(page);

  // What was once opened is there without a network.
  await page.context().setOffline(true);
  await check(page, receipt);
  await expect(genuine).toBeVisible();
  await page.context().setOffline(false);

  const { token } = await signUpByApi(url, 'winner');
  await callApi<SubmitAnswer>(url, '/api/v1/vouchers/submit', {
    token,
    body: { voucher_id: giveaway.ulid, code: giveaway.code },
  });
  await page.goto(`/v/${giveaway.ulid}/fairness`);
  await unfold(page);
  await check(page, receipt);
  await expect(page.getByText('This guess was wrong.')).toBeVisible();

  await page.goto(`/v/${other.ulid}/fairness`);
  await unfold(page);
  await check(page, receipt);
  await expect(page.getByText('It is of another voucher.')).toBeVisible();
  await page.getByRole('link', { name: 'Check it there' }).click();
  await expect(page).toHaveURL(`/v/${giveaway.ulid}/fairness`);
});

test('a browser that knows no Ed25519 says so, and where the keys are', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url);
  const player = await signUpByApi(url, 'player');
  await callApi(url, '/api/v1/vouchers/submit', {
    token: player.token,
    body: { voucher_id: giveaway.ulid, code: giveaway.code },
  });
  const { data } = await callApi<{ data: { receipt: string }[] }>(url, '/api/v1/guesses', {
    token: player.token,
  });
  await page.addInitScript(() => {
    crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'));
  });
  await page.goto(`/v/${giveaway.ulid}/fairness`);
  await unfold(page);
  await check(page, data[0]?.receipt ?? '');
  await expect(page.getByText('This browser cannot check signatures')).toBeVisible();
  await expect(page.getByText(`${url}/api/v1/receipt-keys`)).toBeVisible();
  await expectSound(page);
});
