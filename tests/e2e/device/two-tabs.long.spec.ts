import type { Page } from '@playwright/test';

import { LOCKS } from '../../../contract/storage-keys.ts';
import { openGiveaway, wrongDigits, type Giveaway } from '../../fixtures/e2e/giveaways.ts';
import { logIn, signUpByApi } from '../../fixtures/e2e/people.ts';
import { signIn } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

const claim = (page: Page) =>
  page.getByRole('button', { name: /^Claim ₦/ }).locator('visible=true');

/** Who asks for a voucher's views, and who would in its place. */
const pollers = (page: Page, ulid: string) =>
  page.evaluate(async (name) => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const count = (locks: readonly LockInfo[]): number =>
      locks.filter((lock) => lock.name === name).length;
    return { polling: count(held), waiting: count(pending) };
  }, `${LOCKS.viewsPoll}:${ulid}`);

const wait = { name: 'Waiting to guess again' };

async function guessWrong(
  page: Page,
  { code, maskedCode }: Pick<Giveaway, 'code' | 'maskedCode'>,
): Promise<void> {
  await claim(page).click();
  const keys = page.getByRole('group', { name: 'Digit keyboard' });
  for (const name of wrongDigits(code, maskedCode))
    await keys.getByRole('button', { name, exact: true }).click();
  await claim(page).click();
}

test('two tabs: one polls, both show what one does, and both sign out', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'creator');
  const { ulid, code, maskedCode } = await openGiveaway(url, creator);
  await signIn(page, url, await signUpByApi(url, 'guesser'), `/v/${ulid}`);
  const other = await page.context().newPage();
  await other.goto(`${url}/v/${ulid}`);
  await expect.poll(() => pollers(page, ulid)).toEqual({ polling: 1, waiting: 1 });

  await guessWrong(page, { code, maskedCode });
  await expect(page.getByRole('region', wait)).toBeVisible();
  await expect(other.getByRole('region', wait)).toBeVisible();

  await other.goto(`${url}/wallet`);
  await expect(other.getByRole('heading', { name: 'Wallet' })).toBeVisible();
  await expect.poll(() => pollers(page, ulid)).toEqual({ polling: 1, waiting: 0 });
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByText('₦')).toHaveCount(0);
  await other.close();
});

test('two tabs: another user’s log-in leaves nothing of the one before', async ({ page, url }) => {
  const giveaway = await openGiveaway(url, await signUpByApi(url, 'creator'));
  await signIn(page, url, await signUpByApi(url, 'before'), '/wallet');
  const other = await page.context().newPage();
  await other.goto(`${url}/v/${giveaway.ulid}`);
  await guessWrong(other, giveaway);
  await expect(other.getByRole('region', wait)).toBeVisible();

  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await page.goto(`${url}/login`);
  await logIn(page, await signUpByApi(url, 'next'));
  await expect(claim(other)).toBeEnabled();
  await expect(other.getByRole('region', wait)).toHaveCount(0);
  await other.close();
});
