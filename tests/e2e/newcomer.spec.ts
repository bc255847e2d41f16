import type { Locator, Page } from '@playwright/test';

import type { RegisterAnswer } from '../../contract/accounts.ts';
import type { CreatedAnswer } from '../../contract/payment-vouchers.ts';
import { claim, fillMask, noteGuesses, typeDigits, waitBanner } from '../fixtures/e2e/guess.ts';
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
  codeInMailTo,
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

/** From the digits to the answer, those in the mail program included. */
const MAX_TAPS = 8;
const REASON = 'Please log in to submit your guess';
const waiting = (page: Page) => page.getByText('Your guess is waiting');
const ticketCode = (page: Page) => page.getByRole('group', { name: /^Voucher code/ });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function openVoucher(page: Page, { ulid }: Giveaway): Promise<void> {
  await page.goto(`/v/${ulid}`);
  await expect(claim(page)).toBeEnabled();
  await untilRunning(page);
}

/** Taps of one person. */
function countTaps() {
  const taps = { count: 0 };
  return {
    taps,
    tap: async (place: Locator): Promise<void> => {
      taps.count += 1;
      await place.click();
    },
  };
}

/** The cursor stands in the first field; the next ones are tapped, as is the button. */
async function signUpByTaps(
  page: Page,
  person: ReturnType<typeof newPerson>,
  tap: (place: Locator) => Promise<void>,
): Promise<void> {
  await expect(page).toHaveURL(/\/signup\?next=%2Fv%2F/);
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expect(page.getByText(REASON)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(person.username);
  await tap(page.getByLabel('E-mail'));
  await page.keyboard.type(person.email);
  await tap(password(page));
  await page.keyboard.type(person.password);
  await tap(page.getByRole('main').getByRole('button', { name: 'Sign Up' }));
}

test('a newcomer types the digits once: signing up sends the guess', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url);
  const digits = wrongDigits(giveaway.code, giveaway.maskedCode);
  const sent = noteGuesses(page);
  const { taps, tap } = countTaps();

  await openVoucher(page, giveaway);
  await claim(page).click();
  await typeDigits(page, digits);
  await tap(claim(page));
  await signUpByTaps(page, newPerson('newcomer'), tap);

  await expect(page).toHaveURL(`${url}/v/${giveaway.ulid}`);
  await untilSaid(page, 'Try again');
  await expect(page.getByText(`Your guess ${digits.join('')} is sent.`)).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    expect.stringContaining(fillMask(giveaway, digits)),
  ]);
  expect(taps.count).toBeLessThanOrEqual(4);
  await page.reload();
  await untilRunning(page);
  await expect(waitBanner(page)).toBeVisible();
  await expect(waiting(page)).toBeHidden();
  expect(sent).toHaveLength(1);
});

test('where an address is asked for, the mail’s code sends the guess: eight taps', async ({
  page,
  url,
}) => {
  const giveaway = await openNewGiveaway(url, { entry_rule: 'verified' });
  const digits = wrongDigits(giveaway.code, giveaway.maskedCode);
  const { username, password: secret } = newPerson('newcomer');
  const person = { username, email: `${username}@gmail.com`, password: secret };
  const sent = noteGuesses(page);
  const { taps, tap } = countTaps();
  await page
    .context()
    .route('https://mail.google.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Inbox</title>' }),
    );

  await openVoucher(page, giveaway);
  await claim(page).click();
  await typeDigits(page, digits);
  await tap(claim(page));
  await signUpByTaps(page, person, tap);

  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  await expect(page.getByText(/Resend|verified/i)).toHaveCount(0);
  await expectAccessible(page);
  const mailbox = page.waitForEvent('popup');
  await tap(page.getByRole('link', { name: 'Open mail' }));
  await (await mailbox).close();
  // The mail is opened, and the app again.
  taps.count += 2;
  const field = page.getByLabel('Code from the mail');
  await tap(field);
  const code = await codeInMailTo(url, person.email);
  await page.keyboard.type(`${(Number(code[0]) + 1) % 10}${code.slice(1)}`);
  await expect(page.getByText('This code is not right. Tries left: 4')).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type(code);

  await expect(page).toHaveURL(`${url}/v/${giveaway.ulid}`);
  await untilSaid(page, 'Try again');
  await expect(page.getByText(`Your guess ${digits.join('')} is sent.`)).toBeVisible();
  await expect(waitBanner(page)).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(taps.count).toBeLessThanOrEqual(MAX_TAPS);
});

test('a user logs in by keyboard alone, which sends the guess; signing out leaves no digits', async ({
  page,
  url,
}) => {
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
  await untilSaid(page, 'Try again');

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

test('the mail’s link in another tab lets the waiting tab send the guess', async ({
  page,
  url,
  request,
}) => {
  const giveaway = await openNewGiveaway(url, { entry_rule: 'verified' });
  const digits = wrongDigits(giveaway.code, giveaway.maskedCode);
  const rule = 'For people with a verified e-mail. The first correct guess wins.';
  expect(await (await request.get(`${url}/v/${giveaway.ulid}`)).text()).toContain(rule);
  const sent = noteGuesses(page);
  await openVoucher(page, giveaway);
  await expect(page.getByText(rule)).toBeVisible();
  await claim(page).click();
  await typeDigits(page, digits);
  await claim(page).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  const person = newPerson('to_verify');
  await sendSignUp(page, person);
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();

  // Who goes back to the voucher finds the way to the code there.
  await page.goto(`/v/${giveaway.ulid}`);
  await expect(waiting(page)).toBeVisible();
  await expect(page.getByText('Verify your e-mail to guess this voucher')).toBeVisible();
  await expect(claim(page)).toBeDisabled();
  await expectSound(page);
  await page.goto(`/lv/${giveaway.ulid}`);
  await expect(page.getByText('For people with a verified e-mail.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try' })).toBeDisabled();
  await page.goto(`/v/${giveaway.ulid}`);
  await page.getByRole('link', { name: 'Verify your e-mail' }).click();
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();

  const mail = await page.context().newPage();
  await mail.goto(await linkInMailTo(url, person.email));
  await expect(mail.getByText('Going to your guess in 3 seconds.')).toBeVisible();
  await expect(page).toHaveURL(`${url}/v/${giveaway.ulid}`);
  await expect(waitBanner(page)).toBeVisible();
  await expect(mail).toHaveURL(`${url}/v/${giveaway.ulid}`);
  await expect(waitBanner(mail)).toBeVisible();
  await mail.close();
  // Whichever tab was first: it is one guess.
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent[0]?.body).toContain(fillMask(giveaway, digits));
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
