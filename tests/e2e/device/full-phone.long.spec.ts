import type { Page } from '@playwright/test';

import { ERRORS } from '../../../contract/errors.ts';
import { KEYS } from '../../../contract/storage-keys.ts';
import { claim, guessRight, guessWrong, waitBanner } from '../../fixtures/e2e/guess.ts';
import { signInNew } from '../../fixtures/e2e/sign-in.ts';
import { expectSound } from '../../fixtures/e2e/screen.ts';
import { readDevice, readKeys } from '../../fixtures/e2e/device.ts';
import { openGiveaway } from '../../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { signUpByApi } from '../../fixtures/e2e/people.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

/** More than the app needs here, and little enough to ask for more at once. */
const ROOM_BYTES = 5_000_000;

/** A phone of which a test says how much room it has for the app; bytes, or as much as there really is. */
async function takePhone(page: Page, origin: string): Promise<(bytes?: number) => Promise<void>> {
  // What it overrides ends with this session.
  const cdp = await page.context().newCDPSession(page);
  return async (bytes) => {
    const quota = bytes === undefined ? {} : { quotaSize: bytes };
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, ...quota });
  };
}

/** The browser asks for room in advance; what it has left of that is used up here, with what it cannot compress. */
const useUpRoom = (page: Page): Promise<string | undefined> =>
  page.evaluate(async (most) => {
    const opening = indexedDB.open('others');
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore('rows', { autoIncrement: true }),
    );
    const isOpen = await new Promise((resolve) => {
      opening.addEventListener('error', () => resolve(false));
      opening.addEventListener('success', () => resolve(true));
    });
    if (!isOpen) return opening.error?.name;
    const write = (bytes: number): Promise<string | undefined> => {
      const row = new Uint8Array(bytes);
      for (let at = 0; at < bytes; at += 65_536)
        crypto.getRandomValues(row.subarray(at, at + 65_536));
      const writing = opening.result.transaction('rows', 'readwrite');
      writing.objectStore('rows').put(row);
      return new Promise((resolve) => {
        writing.addEventListener('complete', () => resolve(undefined));
        writing.addEventListener('abort', () => resolve(writing.error?.name));
      });
    };
    let refused: string | undefined;
    for (let bytes = most; bytes > 100; bytes /= 2)
      do refused = await write(Math.ceil(bytes));
      while (refused === undefined);
    return refused;
  }, ROOM_BYTES + 1);

const isFull = (page: Page) => page.getByText('Your phone is full.');

test('a full phone says so, loses nothing and goes on with new room', async ({ page, url }) => {
  const leaveRoom = await takePhone(page, url);
  await leaveRoom(ROOM_BYTES);
  const creator = await signUpByApi(url, 'creator');
  const [seen, guessed] = [
    await openGiveaway(url, creator, { amount: '620000' }),
    await openGiveaway(url, creator, { amount: '630000' }),
  ];
  await signInNew(page, url, 'guesser', { path: `/v/${guessed.ulid}` });
  await claim(page).click();
  await guessWrong(page, guessed);
  await expect(waitBanner(page)).toBeVisible();
  await expect.poll(() => readKeys(page)).toContain(`"${KEYS.deviceToken}"`);
  // Saved, and then seen without a network.
  await page.goto('/');
  await expect(page.getByRole('link', { name: /₦620,000 voucher/ })).toBeVisible();
  await setNetwork(page, 'lost');
  await page.getByRole('link', { name: /₦620,000 voucher/ }).click();
  await expect.poll(() => readDevice(page)).toContain(`"voucherUlid":"${seen.ulid}","createdAt"`);

  await leaveRoom(1);
  expect(await useUpRoom(page)).toBe('QuotaExceededError');
  await setNetwork(page, 'found');
  await page.goto(`/v/${seen.ulid}`);
  await expect(isFull(page)).toBeVisible();
  await expectSound(page);
  // A guess needs its key on the phone: without, it is not sent.
  const submitted: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/vouchers/submit')) submitted.push(request.url());
  });
  await claim(page).click();
  await guessRight(page, seen);
  await expect(page.getByText(ERRORS.storage_full.message).first()).toBeVisible();
  expect(submitted).toEqual([]);
  const device = await readDevice(page);
  expect(device).toContain(`"voucherUlid":"${guessed.ulid}","guessNumber"`);

  await leaveRoom();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(isFull(page)).toBeHidden();
  await page.goto(`/v/${seen.ulid}`);
  await claim(page).click();
  await guessRight(page, seen);
  await expect(page.getByRole('dialog')).toContainText('620,000');
});
