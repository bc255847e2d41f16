import type { BrowserContext, Page } from '@playwright/test';

import type { RegionKey } from '../../contract/region-table.ts';
import { KEYS } from '../../contract/storage-keys.ts';
import type { DetectRegionAnswer } from '../../contract/regions.ts';
import { readKey } from '../fixtures/e2e/device.ts';
import { holdRequests } from '../fixtures/e2e/network.ts';
import {
  callApi,
  demoPerson,
  linkInMailTo,
  logIn,
  logOut,
  newPerson,
  signUpByApi,
  signUpHere,
} from '../fixtures/e2e/people.ts';
import { expectAccessible } from '../fixtures/e2e/screen.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

const password = (page: Page) => page.getByLabel('Password', { exact: true });
const send = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });

const holdScripts = (page: Page) => holdRequests(page, '**/assets/*.js');

async function suggestCountry(context: BrowserContext, key: RegionKey): Promise<void> {
  await context.route('**/api/v1/detect-region', async (route) => {
    const answer = await route.fetch();
    const detected = (await answer.json()) as DetectRegionAnswer;
    await route.fulfill({ json: { ...detected, data: { ...detected.data, key } } });
  });
}

test.describe('signing up', () => {
  test('keeps early input and says what is wrong with it', async ({ page, context }) => {
    const letScriptsGo = await holdScripts(page);
    await suggestCountry(context, 'ghana');
    await page.goto('/signup', { waitUntil: 'commit' });
    await page.getByLabel('Username').fill('ada.obi');
    await page.getByRole('main').getByText('Kenya').click();
    await expect(page.getByText('Only a to z, 0 to 9 and _')).toBeHidden();
    const asked = context.waitForEvent('response', (answer) =>
      answer.url().endsWith('/detect-region'),
    );
    letScriptsGo();
    await expect(page.getByText('Only a to z, 0 to 9 and _')).toBeVisible();
    // The cards are the app's own from when they ask where the network seems to be.
    await asked;
    await expect(page.getByRole('radio', { name: 'Kenya' })).toBeChecked();
  });

  test('begins with the country that the network suggests', async ({ page, context }) => {
    await suggestCountry(context, 'kenya');
    await page.goto('/signup');
    await expect(page.getByRole('radio', { name: 'Kenya' })).toBeChecked();
  });

  test('from the form to a verified address', async ({ page, url }) => {
    const person = newPerson('newcomer');
    await page.goto('/signup');
    await page.getByLabel('Username').fill(person.username.toUpperCase());
    await page.getByLabel('E-mail').fill(person.email);
    await password(page).fill(person.password);
    await page.getByRole('main').getByText('Ghana').click();
    await send(page, 'Sign Up').click();

    await expect(page).toHaveURL(/\/verify-email$/);
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(person.email);
    await send(page, 'Send a new code').click();
    await expect(
      page.getByText('Verification email sent successfully! Please check your inbox.'),
    ).toBeVisible();

    const link = await linkInMailTo(url, person.email);
    const token = new URL(link).searchParams.get('token') ?? '';
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'E-mail verified' })).toBeVisible();
    await expect(page.getByText(`${token.slice(0, 10)}…`)).toBeVisible();
    // Signed in already: home, not the log-in page.
    await expect(page).toHaveURL(new URL('/', url).href);
    await expect(page.getByRole('region', { name: 'Wallet' })).toContainText('GH₵');

    // Whoever opens it again, or after the code, reads that it is done.
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'E-mail verified' })).toBeVisible();
  });

  test('says what is wrong where it is wrong, and keeps the rest', async ({ page, url }) => {
    const known = await signUpByApi(url, 'known');
    await page.goto('/signup');
    const username = page.getByLabel('Username');
    await username.fill('ada.obi');
    await expect(page.getByText('Only a to z, 0 to 9 and _')).toBeVisible();
    await username.fill(known.username);
    await expect(page.getByText('Only a to z, 0 to 9 and _')).toBeHidden();

    await page.getByLabel('E-mail').fill('nowhere');
    await password(page).fill('short');
    await send(page, 'Sign Up').click();
    await expect(page.getByLabel('E-mail')).toBeFocused();
    await expect(page.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true');
    await expect(password(page)).toHaveAttribute('aria-invalid', 'true');

    await page.getByLabel('E-mail').fill(newPerson().email);
    await password(page).fill('long enough');
    await send(page, 'Sign Up').click();
    await expect(page.getByText('This username is taken')).toBeVisible();
    await expect(username).toBeFocused();
    await expect(password(page)).toHaveValue('long enough');
  });

  test('shows the code of the invitation, also later', async ({ page, url }) => {
    const inviter = await signUpByApi(url, 'inviter');
    await page.goto(`/signup?ref=${inviter.user.referral_code.toLowerCase()}`);
    await expect(page.getByText(inviter.user.referral_code)).toBeVisible();
    await page.goto('/signup');
    await expect(page.getByText(inviter.user.referral_code)).toBeVisible();
  });
});

test.describe('logging in', () => {
  test('a wrong password says so and costs nothing that was typed', async ({ page }) => {
    await page.goto('/login');
    await send(page, 'Log In').click();
    await expect(page.getByText('Enter your e-mail or username')).toBeVisible();
    await expect(page.getByLabel('E-mail or username')).toBeFocused();

    await page.getByLabel('E-mail or username').fill('kofi');
    await password(page).fill('not the password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    await send(page, 'Log In').click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'The e-mail or password is not right',
    );
    await expect(page.getByLabel('E-mail or username')).toHaveValue('kofi');
  });

  test('remembers who logged in, where that was wanted', async ({ page }) => {
    const { email } = demoPerson('wanjiru');
    await page.goto('/login');
    await logIn(page, demoPerson('wanjiru'));
    await logOut(page);
    await page.goto('/login');
    await expect(page.getByLabel('E-mail or username')).toHaveValue(email);

    await page.getByText('Remember me').click();
    await logIn(page, demoPerson('wanjiru'));
    await logOut(page);
    await page.goto('/login');
    await expect(send(page, 'Log In')).toBeEnabled();
    await expect(page.getByLabel('E-mail or username')).toHaveValue('');
  });

  for (const path of ['/login', '/login?next=%2Fwallet'] as const) {
    test(`${path} keeps what was typed before the app was running`, async ({ page }) => {
      const letScriptsGo = await holdScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByLabel('E-mail or username').fill('early');
      await password(page).fill('typed early');
      await expect(send(page, 'Log In')).toBeDisabled();
      letScriptsGo();
      await expect(send(page, 'Log In')).toBeEnabled();
      await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveAttribute(
        'href',
        path.includes('next') ? '/signup?next=%2Fwallet' : '/signup',
      );
      await expect(page.getByLabel('E-mail or username')).toHaveValue('early');
      await expect(password(page)).toHaveValue('typed early');
    });
  }

  test.describe('leads on', () => {
    for (const [next, path] of [
      ['/?type=mobile', '/?type=mobile'],
      ['//evil.test/', '/'],
      ['https://evil.test/', '/'],
      ['/\\evil.test', '/'],
    ] as const) {
      test(`from ?next=${next} to ${path}`, async ({ page, url }) => {
        await page.goto(`/login?next=${encodeURIComponent(next)}`);
        await logIn(page, demoPerson('kofi'));
        await expect(page).toHaveURL(url + path);
        // Who is signed in already does not have to do it again.
        await page.goto(`/login?next=${encodeURIComponent(next)}`);
        await expect(page).toHaveURL(url + path);
      });
    }
  });
});

test.describe('verifying an address', () => {
  test('without a token, and without anybody to send one to', async ({ page }) => {
    await page.goto('/verify-email');
    await expect(
      page.getByRole('heading', { name: 'No verification token provided' }),
    ).toBeVisible();
    await send(page, 'Resend Verification Email').click();
    await expect(
      page.getByText('Unable to resend verification. Please try registering again.'),
    ).toBeVisible();
  });

  test('a link that is no good shows only the beginning of its token', async ({ page }) => {
    await page.goto('/verify-email?token=a91f4c07be1234567890');
    await expect(page.getByRole('heading', { name: 'Failed to verify email' })).toBeVisible();
    await expect(page.getByText('a91f4c07be…')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('a91f4c07be1');
  });

  test('on another device it asks to log in and finishes then', async ({ page, url, browser }) => {
    const person = newPerson('elsewhere');
    await page.goto('/signup');
    await signUpHere(page, person);

    const other = await browser.newContext();
    const mailReader = await other.newPage();
    await signIn(mailReader, url, await signUpByApi(url, 'reader'), '/welcome');
    await mailReader.goto(await linkInMailTo(url, person.email));
    await expect(mailReader.getByRole('heading', { name: 'Log in to finish' })).toBeVisible();
    await expectAccessible(mailReader);
    await mailReader.getByRole('button', { name: 'Log in with another account' }).click();
    await expect(mailReader.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await mailReader.getByLabel(/^E-mail/).fill(person.username);
    await mailReader.getByLabel('Password', { exact: true }).fill(person.password);
    await mailReader.getByRole('main').getByRole('button', { name: 'Log In' }).click();
    await expect(mailReader.getByRole('heading', { name: 'E-mail verified' })).toBeVisible();
    await other.close();

    await page.reload();
    await expect(page.getByRole('heading', { name: 'E-mail verified' })).toBeVisible();
    await expect(page.getByText('Check your e-mail')).toBeHidden();
  });
});

test.describe('a session that the server has ended', () => {
  for (const [path, text] of [
    ['/my-vouchers', 'Your session has expired. Please log in again.'],
    // Nothing has fetched this list before.
    ['/?type=mobile', 'Your session has expired. Please login again.'],
  ] as const) {
    test(`leads from ${path} to the log-in page and back`, async ({ page, url }) => {
      const person = await signUpByApi(url, 'returning');
      await logIn(page, person);
      await expect(page).toHaveURL(`${url}/`);
      const token = String(await readKey(page, KEYS.token));
      // The app is not to meet the end of the session on home.
      await page.goto('about:blank');
      await callApi(url, '/api/v1/logout', { token, body: {} });
      await page.goto(path);
      await expect(page.getByText(text)).toBeVisible();
      await logIn(page, person);
      await expect(page).toHaveURL(`${url}${path}`);
    });
  }
});

test('a forgotten password is changed by mail; the old one is refused', async ({ page, url }) => {
  const person = await signUpByApi(url, 'forgetful');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The log-in page, which has such a field as well, stays until this one is here.
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  const verification = await linkInMailTo(url, person.email);
  await page.getByLabel('E-mail').fill(person.email);
  await send(page, 'Send link').click();
  await expect(
    page.getByText(
      'If an account has this address, a link to choose a new password is on its way.',
    ),
  ).toBeVisible();

  await expect.poll(() => linkInMailTo(url, person.email)).not.toBe(verification);
  const link = await linkInMailTo(url, person.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('New password').fill('a new password');
  await send(page, 'Change password').click();
  await expect(page.getByText('Your password is changed. Log in with the new one.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  await page.getByLabel('E-mail or username').fill(person.email);
  await password(page).fill(person.password);
  await send(page, 'Log In').click();
  await expect(page.getByText('The e-mail or password is not right')).toBeVisible();
  await logIn(page, { ...person, password: 'a new password' });

  await page.goto(link);
  await page.getByLabel('New password').fill('another password');
  await send(page, 'Change password').click();
  await expect(
    page.getByText('This link is no longer valid. Please ask for a new one.'),
  ).toBeVisible();
});
