import type { Page } from '@playwright/test';

import { callApi, newPerson, PIN, signUpByApi } from '../../fixtures/e2e/people.ts';
import { expectAccessible } from '../../fixtures/e2e/screen.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });

async function pickGoogleAccount(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in with Google' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a new user signs up with Google and has no password', async ({ page, url }) => {
  const { email } = newPerson('googler');
  await page.goto('/signup?next=%2Fprofile%2Fpersonal-info');
  await button(page).click();
  await pickGoogleAccount(page, email);
  await expect(page).toHaveURL(`${url}/profile/personal-info`);
  await expect(page.getByText('Your account is ready')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Choose a password' }).click();
  await expect(page.getByText('a link to choose a new password is on its way')).toBeVisible();
  // Neither the code nor the state is to be found in the history.
  await page.goBack();
  expect(page.url()).not.toContain('code=');
});

test('a first PIN is confirmed with Google, and then the withdrawal is there', async ({
  page,
  url,
}) => {
  const { email } = newPerson('googler');
  await page.goto('/signup?next=%2Fwallet');
  await button(page).click();
  await pickGoogleAccount(page, email);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const question = page.getByRole('dialog', { name: 'Choose your PIN' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Confirm with Google' }).click();
  await pickGoogleAccount(page, newPerson('stranger').email);
  await expect(page.getByText('Use the Google account that you log in with')).toBeVisible();
  await question.getByRole('button', { name: 'Confirm with Google' }).click();
  await pickGoogleAccount(page, email);
  await expect(page.getByRole('heading', { name: 'Choose your PIN' })).toBeVisible();
  await expectAccessible(page);
  for (const label of ['New PIN', 'New PIN once more'])
    await page.getByLabel(label, { exact: true }).fill(PIN);
  await expect(page).toHaveURL(`${url}/wallet?withdraw`);
  await expect(page.getByRole('dialog', { name: 'Withdraw' })).toBeVisible();
});

/** Signs in at Google outside this browser. @returns the address that Google would send its user back to */
async function returnOf(url: string, email: string): Promise<string> {
  const begun = await callApi<{ readonly url: string }>(url, '/api/v1/auth/google/url');
  const answer = await fetch(begun.url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      ...Object.fromEntries(new URL(begun.url).searchParams),
      email,
      verified: '1',
      outcome: 'continue',
    }),
  });
  return answer.headers.get('location') ?? '';
}

test('a link with the return of somebody else signs nobody in', async ({ page, url }) => {
  const link = await returnOf(url, newPerson('attacker').email);
  expect(link).toContain('code=');
  await page.goto(link);
  await expect(page).toHaveURL(`${url}/login?error=login_failed`);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Login failed');
});

test('a user who cancels at Google reads why nothing came of it', async ({ page, url }) => {
  await page.goto('/login?next=%2Fwallet');
  await button(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fwallet&error=google_no_code$/);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'No code received from Google',
  );
  await page.goto('/login?error=Call%20this%20number');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Login failed');
  // Somebody who has proved the address signs in to the account that they have.
  const known = await signUpByApi(url, 'linked');
  await button(page).click();
  await pickGoogleAccount(page, known.email);
  await expect(page).toHaveURL(`${url}/`);
});
