import type { Locator, Page } from '@playwright/test';

import type { RegisterAnswer } from '../../contract/accounts.ts';
import type { CreatedAnswer } from '../../contract/payment-vouchers.ts';
import { claim, fillMask, typeDigits, waitBanner } from '../fixtures/e2e/guess.ts';
import { controlServiceWorker } from '../fixtures/e2e/device.ts';
import {
  type Giveaway,
  openGiveaway,
  openNewGiveaway,
  wrongDigits,
} from '../fixtures/e2e/giveaways.ts';
import { holdRequests, setNetwork } from '../fixtures/e2e/network.ts';
import {
  callApi,
  demoPerson,
  linkInMailTo,
  logIn,
  logInByApi,
  logOut,
  newPerson,
  sendSignUp,
  signUpByApi,
} from '../fixtures/e2e/people.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectSound,
  untilRunning,
  untilSaid,
} from '../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../fixtures/e2e/sign-in.ts';
import { expect, test, testInstalled } from '../fixtures/e2e/test.ts';
import { wholeBrowser } from '../../scripts/lib/test-browsers.ts';

// The headless shell crashes where a worker's cache answers after a sign-out.
test.use({ launchOptions: wholeBrowser });

const MAX_TAPS = 6;
const REASON = 'Please log in to submit your guess';
const waiting = (page: Page) => page.getByText('Your guess is waiting');
const ticketCode = (page: Page) => page.getByRole('group', { name: /^Voucher code/ });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function openVoucher(page: Page, { ulid }: Giveaway): Promise<void> {
  await page.goto(`/v/${ulid}`);
  await expect(claim(page)).toBeEnabled();
  await untilRunning(page);
}

test('a newcomer types the digits once: from link to guess in six taps', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url);
  const digits = wrongDigits(giveaway.code, giveaway.maskedCode);
  const person = newPerson('newcomer');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/vouchers/submit')) sent.push(request.postData() ?? '');
  });
  let taps = 0;
  const tap = async (place: Locator): Promise<void> => {
    taps += 1;
    await place.click();
  };

  await openVoucher(page, giveaway);
  await tap(claim(page));
  await typeDigits(page, digits);
  await tap(claim(page));
  await expect(page).toHaveURL(/\/signup\?next=%2Fv%2F/);
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expect(page.getByText(REASON)).toBeVisible();
  await expectNoSidewaysScroll(page);

  // The cursor stands in the first field; the next ones are tapped, as is the button.
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(person.username);
  await tap(page.getByLabel('E-mail'));
  await page.keyboard.type(person.email);
  await tap(password(page));
  await page.keyboard.type(person.password);
  await tap(page.getByRole('main').getByRole('button', { name: 'Sign Up' }));

  await expect(page).toHaveURL(`${url}/v/${giveaway.ulid}`);
  await expect(waiting(page)).toBeVisible();
  await expect(ticketCode(page)).toContainText(fillMask(giveaway, digits));
  await expect(
    page.getByText('Verification email sent successfully! Please check your inbox.'),
  ).toBeVisible();
  await expectAccessible(page);

  const mail = await page.context().newPage();
  await mail.goto(await linkInMailTo(url, person.email));
  await expect(mail.getByText('Going to your guess in 3 seconds.')).toBeVisible();
  await expect(mail).toHaveURL(`${url}/v/${giveaway.ulid}`);
  await expect(waiting(mail)).toBeVisible();
  await expect(ticketCode(mail)).toContainText(fillMask(giveaway, digits));
  await mail.close();
  expect(sent).toEqual([]);

  await tap(claim(page));
  await untilSaid(page, 'Try again');
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain(fillMask(giveaway, digits));
  expect(taps).toBeLessThanOrEqual(MAX_TAPS);
  await page.reload();
  await untilRunning(page);
  await expect(waitBanner(page)).toBeVisible();
  await expect(waiting(page)).toBeHidden();
});

test('a user logs in by keyboard alone; signing out leaves no digits', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url);
  const digits = wrongDigits(giveaway.code, giveaway.maskedCode);
  const { email, password: secret } = demoPerson('kofi');
  await signIn(page, url, demoPerson('kofi'), '/welcome');
  await logOut(page);

  await openVoucher(page, giveaway);
  await claim(page).click();
  await typeDigits(page, digits);
  await claim(page).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByText(REASON)).toBeVisible();
  const other = page.getByRole('main').getByRole('link', { name: 'Sign Up' });
  await other.click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expect(page.getByText(REASON)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();

  await expect(page.getByLabel('E-mail or username')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(password(page)).toBeFocused();
  await page.keyboard.type(secret);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${url}/v/${giveaway.ulid}`);
  await expect(waiting(page)).toBeVisible();

  await logOut(page);
  await openVoucher(page, giveaway);
  await expect(waiting(page)).toBeHidden();
  await expect(ticketCode(page)).not.toContainText(fillMask(giveaway, digits));
});

test('a private giveaway says who may guess before sign-up', async ({ page, url, request }) => {
  const { token } = await logInByApi(url, demoPerson('ada'));
  const { vouchers } = await callApi<CreatedAnswer>(url, '/api/v1/vouchers/created?status=active', {
    token,
  });
  const found = vouchers.find(
    ({ purpose, is_private: isPrivate }) => purpose === 'giveaway' && isPrivate,
  );
  if (!found) throw new Error('the demo has no private giveaway');
  const rule = `Private: only people whom @ada has invited may guess.`;
  expect(await (await request.get(`${url}/v/${found.ulid}`)).text()).toContain(rule);

  await page.goto(`/v/${found.ulid}`);
  await expect(page.getByText(rule)).toBeVisible();
  await expect(page.getByText('Invited? Log in to guess.')).toBeVisible();
  await expect(claim(page)).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(`${url}/login?next=%2Fv%2F${found.ulid}`);
  await page.goto(`/lv/${found.ulid}`);
  await expect(page.getByText(rule)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try' })).toBeDisabled();

  await signInNew(page, url, 'stranger', { path: `/v/${found.ulid}` });
  await expect(page.getByText(rule)).toBeVisible();
  await expect(page.getByText('You are not allowed to guess this voucher')).toBeVisible();
  await expect(claim(page)).toBeDisabled();
});

test('a voucher for verified users opens with the mail’s link', async ({ page, url, request }) => {
  const giveaway = await openNewGiveaway(url, { entry_rule: 'verified' });
  const digits = wrongDigits(giveaway.code, giveaway.maskedCode);
  const rule = 'For people with a verified e-mail. The first correct guess wins.';
  expect(await (await request.get(`${url}/v/${giveaway.ulid}`)).text()).toContain(rule);
  await openVoucher(page, giveaway);
  await expect(page.getByText(rule)).toBeVisible();
  await claim(page).click();
  await typeDigits(page, digits);
  await claim(page).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  const person = newPerson('to_verify');
  await sendSignUp(page, person);

  await expect(waiting(page)).toBeVisible();
  await expect(page.getByText('Verify your e-mail to guess this voucher')).toBeVisible();
  await expect(claim(page)).toBeDisabled();
  await expectSound(page);
  await page.goto(`/lv/${giveaway.ulid}`);
  await expect(page.getByText('For people with a verified e-mail.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try' })).toBeDisabled();
  await page.getByRole('link', { name: 'Verify your e-mail' }).click();
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();

  await page.goto(await linkInMailTo(url, person.email));
  await expect(page.getByText('Going to your guess in 3 seconds.')).toBeVisible();
  await page.goto(`/v/${giveaway.ulid}`);
  await expect(waiting(page)).toBeVisible();
  await expect(claim(page)).toBeEnabled();
  await claim(page).click();
  await untilSaid(page, 'Try again');
});

test('a voucher for accounts older than a week tells a newcomer so', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url, { entry_rule: 'aged' });
  const rule = 'For verified accounts older than a week. The first correct guess wins.';
  await page.goto(`/v/${giveaway.ulid}`);
  await expect(page.getByText(rule)).toBeVisible();
  await expect(page.getByText('Is your account older than a week? Log in to guess.')).toBeVisible();
  await expect(claim(page)).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(`${url}/login?next=%2Fv%2F${giveaway.ulid}`);

  await signInNew(page, url, 'newcomer', { path: `/v/${giveaway.ulid}` });
  const reason = page.getByText(/You can guess this voucher from \d+ \w+, \d\d:\d\d/);
  await expect(reason).toBeVisible();
  await expect(claim(page)).toBeDisabled();
  await expectNoSidewaysScroll(page);
  // The device knows both, the voucher and the user.
  await setNetwork(page, 'lost');
  await expect(reason).toBeVisible();
  await setNetwork(page, 'found');
});

test('who is invited to a private giveaway reads so, and guesses', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'creator');
  const giveaway = await openGiveaway(url, creator, { is_private: '1' });
  await callApi(url, `/api/v1/vouchers/${giveaway.ulid}/allowed-users`, {
    token: creator.token,
    body: { users: ['kofi'] },
  });
  await signIn(page, url, demoPerson('kofi'), `/v/${giveaway.ulid}`);
  await expect(page.getByText(/^You are invited\. /)).toBeVisible();
  await expect(claim(page)).toBeEnabled();
});

testInstalled('offline the practice ticket plays, a mail’s link waits', async ({ page, url }) => {
  test.slow();
  const person = newPerson('unverified');
  await callApi<RegisterAnswer>(url, '/api/v1/register', { body: { ...person } });
  const link = await linkInMailTo(url, person.email);
  await page.goto('/welcome');
  await controlServiceWorker(page);
  await setNetwork(page, 'lost');

  await page.goto('/welcome');
  await untilRunning(page);
  const ticket = page.getByRole('article', { name: 'Practice voucher' });
  await ticket.getByRole('button', { name: 'Try it' }).click();
  await expect(ticket.getByText('Fill the 1 hidden digit')).toBeVisible();
  await typeDigits(page, ['1']);
  await claim(page).click();
  await untilSaid(page, 'Try again');
  // A wrong guess is shown for a second, then the digits are open again.
  await expect(ticket.getByText('Fill the 1 hidden digit')).toBeVisible();
  await typeDigits(page, ['8']);
  await claim(page).click();
  await expect(ticket.getByRole('heading', { name: 'That is how it works' })).toBeFocused();
  await expect(ticket.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
  await expect(ticket.getByRole('link', { name: 'See giveaways' })).toBeVisible();
  // Not before: what is open for a guess closes by itself while it is looked through.
  await expectSound(page);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your link is waiting' })).toBeVisible();
  await expectAccessible(page);
  await setNetwork(page, 'found');
  // It is asked about now, and nobody is signed in here.
  await expect(page.getByRole('heading', { name: 'Log in to finish' })).toBeVisible();
});

/** Notes each of these texts that a page ever shows, at every frame. */
async function watchTexts(page: Page, ...texts: string[]): Promise<() => Promise<string[]>> {
  await page.addInitScript((watched) => {
    const seen = new Set<string>();
    Object.assign(window, { seenTexts: seen });
    const look = (): void => {
      const shown = document.body?.textContent ?? '';
      for (const text of watched) if (shown.includes(text)) seen.add(text);
      requestAnimationFrame(look);
    };
    look();
  }, texts);
  return () =>
    page.evaluate(() => [...(window as unknown as { seenTexts: Set<string> }).seenTexts]);
}

const WELCOME = 'Guess the digits. Win the voucher.';
const HOME = 'Wallet balance';
const welcome = (page: Page) => page.getByRole('heading', { name: WELCOME });

test('a visitor at / reads the welcome page before any code, never a home', async ({ page }) => {
  const seen = await watchTexts(page, HOME);
  const letGo = await holdRequests(page, '**/assets/*.js');
  await page.goto('/?ref=AB12', { waitUntil: 'commit' });
  await expect(welcome(page)).toBeVisible();
  letGo();
  await expect(page).toHaveURL(/\/welcome\?ref=AB12$/);
  await untilRunning(page);
  await expect(welcome(page)).toBeVisible();
  expect(await seen()).toEqual([]);
});

testInstalled('/ is the welcome page of visitors, the home of users', async ({ page, url }) => {
  const seen = await watchTexts(page, HOME, WELCOME);
  await page.goto('/');
  await expect(welcome(page)).toBeVisible();
  await controlServiceWorker(page);
  await setNetwork(page, 'lost');
  await page.goto('/');
  await expect(page).toHaveURL(/\/welcome$/);
  expect(await seen()).toEqual([WELCOME]);
  await setNetwork(page, 'found');

  await page.goto('/login');
  await logIn(page, await signUpByApi(url, 'user'));
  await expect(page.getByText(HOME)).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('button', { name: /account menu/ })).toBeVisible();
  // Here the log-in form is none of theirs, either.
  await page.goto('/login?next=%2Frefer');
  await expect(page).toHaveURL(/\/refer$/);
  await page.goto('/');
  await expect(page.getByText(HOME)).toBeVisible();
  expect(await seen()).toEqual([HOME]);

  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(welcome(page)).toBeVisible();
  await page.goto('/');
  await expect(welcome(page)).toBeVisible();
  expect(await seen()).toEqual([WELCOME]);
});
