import type { Page } from '@playwright/test';

import { LOCKS } from '../../../contract/storage-keys.ts';
import { openNewGiveaway } from '../../fixtures/e2e/giveaways.ts';
import { claim, guessWrong, waitBanner } from '../../fixtures/e2e/guess.ts';
import { signInNew } from '../../fixtures/e2e/sign-in.ts';
import { logIn, logOut, signUpByApi } from '../../fixtures/e2e/people.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

/** Who asks for a voucher's views, and who would in its place. */
const pollers = (page: Page, ulid: string) =>
  page.evaluate(async (name) => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const count = (locks: readonly LockInfo[]): number =>
      locks.filter((lock) => lock.name === name).length;
    return { polling: count(held), waiting: count(pending) };
  }, `${LOCKS.viewsPoll}:${ulid}`);

test('two tabs: one polls, both show what one does, and both sign out', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url);
  const { ulid } = giveaway;
  await signInNew(page, url, 'guesser', { path: `/v/${ulid}` });
  const other = await page.context().newPage();
  await other.goto(`${url}/v/${ulid}`);
  await expect.poll(() => pollers(page, ulid)).toEqual({ polling: 1, waiting: 1 });

  await claim(page).click();
  await guessWrong(page, giveaway);
  await expect(waitBanner(page)).toBeVisible();
  await expect(waitBanner(other)).toBeVisible();

  await other.goto(`${url}/wallet`);
  await expect(other.getByRole('heading', { name: 'Wallet' })).toBeVisible();
  await expect.poll(() => pollers(page, ulid)).toEqual({ polling: 1, waiting: 0 });
  await logOut(page);
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByText('₦')).toHaveCount(0);
  await other.close();
});

test('two tabs: another user’s log-in leaves nothing of the one before', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url);
  await signInNew(page, url, 'before', { path: '/wallet' });
  const other = await page.context().newPage();
  await other.goto(`${url}/v/${giveaway.ulid}`);
  await claim(other).click();
  await guessWrong(other, giveaway);
  await expect(waitBanner(other)).toBeVisible();

  await logOut(page);
  await page.goto(`${url}/login`);
  await logIn(page, await signUpByApi(url, 'next'));
  await expect(claim(other)).toBeEnabled();
  await expect(waitBanner(other)).toHaveCount(0);
  await other.close();
});
