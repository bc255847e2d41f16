import type { PointsAnswer } from '../../contract/accounts.ts';
import { openNewGiveaway } from '../fixtures/e2e/giveaways.ts';
import { signInNew } from '../fixtures/e2e/sign-in.ts';
import { holdRequests } from '../fixtures/e2e/network.ts';
import {
  callApi,
  newPerson,
  signUpByApi,
  signUpHere,
  verifyByMail,
} from '../fixtures/e2e/people.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

const CODE = '**/assets/*.js';

test.describe('a tap before the app runs', () => {
  test('shows that it was heard, and is done once the app runs, once', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    const letGo = await holdRequests(page, CODE);
    await page.goto('/welcome', { waitUntil: 'commit' });
    const theme = page.getByRole('button', { name: 'Switch theme' });
    await theme.click();
    await expect(theme).toHaveCSS('opacity', '0.6');
    await theme.click();
    letGo();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(theme).toHaveCSS('opacity', '1');

    await theme.click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });

  test('opens what was tapped last', async ({ page, url }) => {
    const giveaway = await openNewGiveaway(url);
    await signInNew(page, url, 'guesser');
    const letGo = await holdRequests(page, CODE);
    await page.goto(`/v/${giveaway.ulid}`, { waitUntil: 'commit' });
    const claim = page.getByRole('button', { name: /^Claim ₦/ });
    await page.getByRole('button', { name: 'Switch theme' }).click();
    await claim.click();
    letGo();
    await expect(page.getByRole('dialog', { name: /hidden digits/ })).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  });

  test('on a link works without it, and the referrer is remembered', async ({ page, url }) => {
    const inviter = await signUpByApi(url, 'inviter');
    const letGo = await holdRequests(page, CODE);
    await page.goto(`/welcome?ref=${inviter.user.referral_code}`, { waitUntil: 'commit' });
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).first().click();
    await expect(page).toHaveURL(/\/signup$/);
    letGo();
    const invited = newPerson('invited');
    await signUpHere(page, invited);
    await verifyByMail(page, url, invited);
    const { token } = inviter;
    await expect
      .poll(async () => (await callApi<PointsAnswer>(url, '/api/v1/points', { token })).points)
      .toBe(50);
  });
});
