import type { Page } from '@playwright/test';

import { openNewGiveaway } from '../fixtures/e2e/giveaways.ts';
import { guessWrong, waitBanner } from '../fixtures/e2e/guess.ts';
import { callApi, demoPerson, signUpByApi } from '../fixtures/e2e/people.ts';
import { signIn, signInNew } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

const tickets = (page: Page) => page.getByRole('main').getByRole('link', { name: /voucher by @/ });

test('further vouchers come while one scrolls, and the focus stays where it is', async ({
  page,
  url,
}) => {
  await signIn(page, url, demoPerson('kofi'), '/?sort_by=amount');
  await expect(tickets(page)).toHaveCount(12);
  await tickets(page).nth(11).focus();
  const focused = await tickets(page).nth(11).getAttribute('href');
  await page.mouse.wheel(0, 400);
  await expect(page).toHaveURL(/&pages=2$/);
  await expect(page.getByText('12 vouchers shown')).toBeHidden();
  await expect.poll(() => tickets(page).count()).toBeGreaterThan(12);
  await expect(page.locator(':focus')).toHaveAttribute('href', focused ?? '');
});

test('a guessed voucher that somebody else wins names the winner on home', async ({
  page,
  url,
}) => {
  const giveaway = await openNewGiveaway(url);
  await signInNew(page, url, 'player', { path: `/v/${giveaway.ulid}` });
  await page.getByRole('button', { name: 'Tap to guess' }).click();
  await guessWrong(page, giveaway);
  await expect(waitBanner(page)).toBeVisible();
  const home = page.getByRole('link', { name: 'Goodies home' });
  await home.click();
  const guess = page.getByRole('link', { name: /^Your guess: ₦/ });
  await expect(guess).toHaveAttribute('href', `/v/${giveaway.ulid}`);

  const winner = await signUpByApi(url, 'winner');
  await callApi(url, '/api/v1/vouchers/submit', {
    token: winner.token,
    body: { voucher_id: giveaway.ulid, code: giveaway.code },
  });
  await guess.click();
  await expect(page.getByText(`@${winner.username}`).first()).toBeVisible();
  await home.click();
  await expect(page.getByRole('listitem').filter({ has: guess })).toContainText(
    `Voucher used, won by @${winner.username}`,
  );
});
