import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { HOUR_MS } from '../../contract/durations.ts';
import { fillMask } from '../fixtures/e2e/guess.ts';
import {
  type Giveaway,
  hiddenDigits,
  lotteryAt,
  openGiveaway,
  openNewGiveaway,
  wrongDigits,
} from '../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { type ApiPerson, fetchApi, signUpByApi } from '../fixtures/e2e/people.ts';
import { downloadBy, expectAccessible, expectSound } from '../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../fixtures/e2e/sign-in.ts';
import { expect, test, testInstalled } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

async function post(url: string, path: string, { token }: ApiPerson, body: object) {
  return (await fetchApi(url, `/api/v1${path}`, { token, body })).status;
}

/** A player views the voucher, and guesses. @returns the status of the guess */
async function visitAndGuess(
  url: string,
  person: ApiPerson,
  giveaway: Giveaway,
  digits: readonly string[],
): Promise<number> {
  await post(url, '/vouchers/track-views', person, { voucher_ids: [giveaway.ulid] });
  const body = { voucher_id: giveaway.ulid, code: fillMask(giveaway, digits) };
  return post(url, '/vouchers/submit', person, body);
}

const figure = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Performance Overview' }).locator('section').filter({
    hasText: name,
  });

test.describe('analytics', () => {
  test('count what happened, and go along as a file', async ({ page, url }) => {
    const creator = await signUpByApi(url, 'creator');
    const giveaway = await openGiveaway(url, creator);
    const { ulid, code, maskedCode } = giveaway;
    const player = await signUpByApi(url, 'player');
    const wrong = wrongDigits(code, maskedCode);
    expect(await visitAndGuess(url, player, giveaway, wrong)).toBe(422);
    const looker = await signUpByApi(url, 'looker');
    await post(url, '/vouchers/track-views', looker, { voucher_ids: [ulid] });
    await post(url, '/vouchers/track-link-click', looker, { voucher_id: ulid });

    await signIn(page, url, creator, `/voucher-analytics/${ulid}`);
    await expect(figure(page, 'Total views')).toContainText('2');
    await expect(figure(page, 'Total guesses')).toContainText('1');
    await expect(figure(page, 'Unique participants')).toContainText('1');
    // It came from a program, which has proven no device.
    await expect(page.getByText('1 person took part, on 0 devices in 1 network.')).toBeVisible();
    await expect(figure(page, 'Correct guesses')).toContainText('0');
    await expect(figure(page, 'Engagement rate')).toContainText('50%');
    await expect(page.getByText('2:1')).toBeVisible();
    await expect(page.getByText(`${ulid.slice(0, 8)}…`)).toBeVisible();
    await expect(page.getByRole('img', { name: /^Guesses by day\. .*: 1\b/ })).toBeVisible();
    const row = page.getByRole('row', { name: new RegExp(player.username) });
    await expect(row).toContainText('Incorrect');
    await expectSound(page);
    await page.getByText('Every day in a table').click();
    await expect(page.getByRole('columnheader', { name: 'Day' })).toBeVisible();
    await expectSound(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessible(page);

    const file = await downloadBy(page.getByRole('button', { name: 'Download CSV' }));
    expect(file.suggestedFilename()).toBe(`goodies-guesses-${ulid}.csv`);
    expect(await readFile(await file.path(), 'utf8')).toContain(player.username);
    await page.getByRole('link', { name: 'View Voucher' }).click();
    await expect(page).toHaveURL(`/v/${ulid}`);
  });

  test('are for the creator of the voucher', async ({ page, url }) => {
    const { ulid } = await openNewGiveaway(url);
    await signInNew(page, url, 'stranger', { path: `/voucher-analytics/${ulid}` });
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'You are not authorized to view analytics for this voucher',
    );
    await expectSound(page);
    await page.getByRole('link', { name: 'Back to My Vouchers' }).last().click();
    await expect(page).toHaveURL('/my-vouchers');
  });
});

testInstalled('analytics stay readable without a network', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'creator');
  const { ulid, code, maskedCode, ...rest } = await openGiveaway(url, creator);
  const player = await signUpByApi(url, 'player');
  const giveaway = { ulid, code, maskedCode, ...rest };
  await visitAndGuess(url, player, giveaway, wrongDigits(code, maskedCode));
  await signIn(page, url, creator, `/voucher-analytics/${ulid}`);
  await expect(figure(page, 'Total guesses')).toContainText('1');
  await setNetwork(page, 'lost');
  await expect(page.getByText('Saved just now', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  await expect(page.getByRole('row', { name: new RegExp(player.username) })).toBeVisible();
});

test('a creator chooses who may guess', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'creator');
  const giveaway = await openGiveaway(url, creator, { is_private: 'true' });
  const { ulid, code, maskedCode } = giveaway;
  const friend = await signUpByApi(url, 'friend');
  const guess = () => visitAndGuess(url, friend, giveaway, hiddenDigits(code, maskedCode));
  expect(await guess()).toBe(403);

  await signIn(page, url, creator, `/allowed-users/${ulid}`);
  const list = page.getByRole('region', { name: 'Allowed to guess' });
  const field = page.getByLabel('Add users');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await expect(list).toContainText('Nobody yet.');
  await add.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Enter a username or an e-mail address');
  await expectSound(page);

  await field.fill(`@${friend.username}, kofi@goodies.test, no-body`);
  await field.press('Enter');
  await expect(page.getByText('Not added: no-body.')).toBeVisible();
  await expect(field).toHaveValue('no-body');
  await expect(list).toContainText('2 users');
  await expect(list).toContainText('kofi@goodies.test');
  await expectSound(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectAccessible(page);

  const remove = list.getByRole('button', { name: `Remove @${friend.username}` });
  await remove.click();
  await expect(remove).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Allowed to guess' })).toBeFocused();
  expect(await guess()).toBe(403);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(remove).toBeVisible();
  expect(await guess()).toBe(200);
});

test('the users of another creator’s voucher are not to be managed', async ({ page, url }) => {
  const { ulid } = await openNewGiveaway(url, { is_private: 'true' });
  await signInNew(page, url, 'stranger', { path: `/allowed-users/${ulid}` });
  await expect(page.getByRole('heading', { name: 'Nothing to manage' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();
  await expectSound(page);
});

test('a lottery shows its sharers and its entries, page by page', async ({ page, url }) => {
  test.slow();
  const giveaway = await openNewGiveaway(url, lotteryAt(Date.now() + HOUR_MS));
  const first = await signUpByApi(url, 'first');
  expect(await visitAndGuess(url, first, giveaway, ['1', '2'])).toBe(200);
  const players = Array.from({ length: 20 }, async () => {
    const player = await signUpByApi(url, 'player');
    return visitAndGuess(url, player, giveaway, ['3', '4']);
  });
  expect(new Set(await Promise.all(players))).toEqual(new Set([200]));

  await signIn(page, url, first, `/v/${giveaway.ulid}`);
  await expect(page.getByRole('tab', { name: 'Sharers' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Sharers' }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Entries 21' })).toBeFocused();
  const panel = page.getByRole('tabpanel');
  const own = panel.getByRole('region', { name: 'Your entries' });
  await expect(own.getByRole('listitem')).toHaveCount(1);
  await expect(panel.getByRole('listitem')).toHaveCount(1 + 20);
  // Until the draw no player sees what another one guessed.
  await expect(panel.getByText(giveaway.maskedCode)).toHaveCount(20);
  await expectSound(page);
  await panel.getByRole('button', { name: 'Page 2' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(1 + 1);
  await expect(panel.getByText(`@${first.username} (you)`)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Page 2' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expectSound(page);
});
