import type { Page } from '@playwright/test';

import type { CasesAnswer } from '../../contract/cases.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { KEYS, OUTBOX_SYNC_TAG } from '../../contract/storage-keys.ts';
import { wholeBrowser } from '../../scripts/lib/test-browsers.ts';
import { watchFirstTheme } from '../fixtures/e2e/screen.ts';
import { controlServiceWorker, readDevice, readKey, readKeys } from '../fixtures/e2e/device.ts';
import { openGiveaway, topUpByApi, viewsOf } from '../fixtures/e2e/giveaways.ts';
import {
  callApi,
  type Credentials,
  demoPerson,
  logIn,
  logOut,
  signUpByApi,
} from '../fixtures/e2e/people.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { startReleases } from '../fixtures/e2e/releases.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const tickets = (page: Page) => page.getByRole('main').getByRole('link', { name: /voucher by @/ });

/** What the page's service worker has asked the browser to wake it up for. */
const syncTags = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration: ServiceWorkerRegistration & {
      readonly sync?: { getTags(): Promise<string[]> };
    } = await navigator.serviceWorker.ready;
    return (await registration.sync?.getTags()) ?? [];
  });

async function arrive(page: Page, person: Credentials): Promise<void> {
  await page.goto('/login');
  await logIn(page, person);
  await expect(page.getByText(/^\d+ vouchers shown$/)).toBeVisible();
}

test('what was seen once is there offline, and says how old it is', async ({ page, servers }) => {
  test.slow();
  await page.goto('/login');
  await controlServiceWorker(page);
  // The last of what a sign-in fetches ahead.
  const last = page.waitForResponse(/\/api\/v1\/leaderboard/);
  await logIn(page, demoPerson('kofi'));
  await last;
  const names = await tickets(page).evaluateAll((links) => links.map((link) => link.ariaLabel));
  const hrefs = await tickets(page).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  );
  const [seen = '', , unseen = ''] = hrefs;
  await tickets(page).first().click();
  await expect(heading(page)).toContainText('voucher');
  const title = await heading(page).textContent();
  const code = page.getByRole('group', { name: /^Voucher code/ }).first();
  const digits = await code.textContent();

  await servers.whileDown(async () => {
    await setNetwork(page, 'lost');
    await page.clock.setFixedTime(Date.now() + 12 * MINUTE_MS);
    const age = page.getByText(/You are offline\. Saved 1[12] minutes ago\./);

    await page.goto('/');
    await expect(age).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Saved vouchers' })).toBeVisible();
    await expect(tickets(page)).toHaveCount(names.length);
    expect(await tickets(page).evaluateAll((all) => all.map((link) => link.ariaLabel))).toEqual(
      names,
    );

    // As a chat makes a link of what stands in brackets.
    await page.goto(`${seen}.)`);
    await expect(page).toHaveURL(seen);
    await expect(age).toBeVisible();
    await expect(heading(page)).toHaveText(title ?? '');
    await expect(code).toHaveText(digits ?? '');

    // Listed only: what the list said of it is here.
    await page.goto(unseen);
    await expect(heading(page)).toContainText('voucher');
    await expect(code).toBeVisible();

    for (const path of ['/wallet', '/refer', '/leaderboard', '/transactions?page=2']) {
      await page.goto(path);
      await expect(heading(page), path).toBeVisible();
      await expect(age, path).toBeVisible();
    }
    await page.goto('/v/01ARZ3NDEKTSV4RRFFQ69G5FAV');
    await expect(page.getByRole('heading', { name: 'Not saved on this device' })).toBeVisible();

    // The public pages of a visitor as well.
    await page.goto('/welcome');
    await expect(heading(page)).toBeVisible();
  });

  await page.goto('/');
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await setNetwork(page, 'found');
  await expect(page.getByText('You are back online.')).toBeVisible();
});

test('a view from an offline day arrives once, tab closed', async ({ page, context, url }) => {
  const creator = await signUpByApi(url, 'creator');
  const [counted, sentinel] = [
    await openGiveaway(url, creator, { amount: '310000' }),
    await openGiveaway(url, creator, { amount: '300000' }),
  ];
  await arrive(page, demoPerson('kofi'));
  await page.goto('/?sort_by=amount');
  await expect(page.getByRole('link', { name: /₦310,000 voucher/ })).toBeVisible();
  await controlServiceWorker(page);
  // A page of the same origin without a script of the app: only to reach the service worker from.
  const outside = await context.newPage();
  await outside.goto('/sandbox/mail');
  const worker = await controlServiceWorker(outside);

  await expect.poll(() => readKeys(page)).toContain(`"${KEYS.deviceToken}"`);
  await setNetwork(page, 'lost');
  await page.getByRole('link', { name: /₦310,000 voucher/ }).click();
  await expect(heading(page)).toContainText('310,000');
  // A visit is one once the page was visible for a while.
  await expect.poll(() => readDevice(page)).toContain(`"voucherUlid":"${counted.ulid}"`);
  await page.goBack();
  await expect(page.getByText('1 thing waiting to send')).toBeVisible();
  await expect.poll(() => syncTags(outside)).toContain(OUTBOX_SYNC_TAG);
  await page.close();
  expect(await viewsOf(url, counted)).toBe(0);

  await context.setOffline(false);
  await worker.kill();
  // What a browser does when the network returns, and again where that failed; after an emulated loss it does
  // not always.
  await expect(async () => {
    await worker.sync(OUTBOX_SYNC_TAG);
    await expect.poll(() => viewsOf(url, counted), { timeout: 5_000 }).toBe(1);
  }).toPass();

  // Again by every way there is; the view of another voucher shows that they were gone.
  await worker.sync(OUTBOX_SYNC_TAG);
  await outside.goto(`/v/${counted.ulid}`);
  await expect(heading(outside)).toContainText('310,000');
  await outside.goto(`/v/${sentinel.ulid}`);
  await expect.poll(() => viewsOf(url, sentinel)).toBe(1);
  expect(await viewsOf(url, counted)).toBe(1);
});

test('a problem reported offline arrives once, and its answer is read', async ({
  page,
  url,
  servers,
}) => {
  const owner = await signUpByApi(url, 'owner');
  await topUpByApi(url, owner, 700);
  await signIn(page, url, owner, '/transactions');
  await controlServiceWorker(page);
  await page.getByRole('link', { name: /Wallet top-up/ }).click();
  await page.getByRole('button', { name: 'Report a problem' }).click();
  const sheet = page.getByRole('dialog', { name: 'Report a problem' });
  await expect(sheet.getByText('We attach the receipt: Wallet top-up')).toBeVisible();
  await setNetwork(page, 'lost');
  await expect(sheet.getByText('You are offline. It is sent as soon as')).toBeVisible();
  await sheet.getByText('I paid twice').click();
  await sheet.getByLabel('What happened?').fill('My bank shows it two times');
  await sheet.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: /^Case \w{8}: waiting$/ }).click();
  await expect(page.getByText('Waiting for a network.')).toBeVisible();

  await setNetwork(page, 'found');
  await expect(page.getByText(/^We answer by /)).toBeVisible();
  const readCases = () => callApi<CasesAnswer>(url, '/api/v1/cases', owner);
  const { data } = await readCases();
  expect(data).toMatchObject([{ category: 'debited_twice', status: 'open' }]);
  const number = data[0]?.case_number ?? '';
  await expect(heading(page)).toHaveText(`Case ${number.slice(0, 8)}`);

  await servers.admin('answer', number, 'Which day was it?');
  await page.goto('/notifications');
  await page.getByRole('link', { name: /We answered your case/ }).click();
  await expect(page.getByText('Which day was it?')).toBeVisible();
  await page.getByLabel('Write to us').fill('On Friday');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('On Friday');
  expect((await readCases()).data).toHaveLength(1);
});

test('nothing of a user is left when the next one logs in', async ({ page, url }) => {
  const first = await signUpByApi(url, 'firstone');
  await topUpByApi(url, first, 7_351_926);
  const secret = 'a sentence that stands in a private giveaway only';
  const own = await openGiveaway(url, first, { is_private: '1', ad_copy: secret });
  const second = await signUpByApi(url, 'nextone');

  await arrive(page, first);
  await controlServiceWorker(page);
  await tickets(page).first().click();
  await expect(heading(page)).toContainText('voucher');
  await page.goto(`/v/${own.ulid}`);
  await expect(page.getByRole('button', { name: 'Learn more' })).toBeVisible();
  await page.goto('/wallet');
  await expect(page.getByRole('main')).toContainText('7,351,926');

  const token = String(await readKey(page, KEYS.token));
  const traces = {
    username: first.username,
    email: first.email,
    referral: first.user.referral_code,
    amount: '7351926',
    shown: '7,351,926',
    voucher: own.ulid,
    secret,
    token,
  };
  const left = async (): Promise<string[]> => {
    const device = await readDevice(page);
    return Object.entries(traces).flatMap(([name, text]) => (device.includes(text) ? [name] : []));
  };
  expect(await left(), 'before').toEqual(
    expect.arrayContaining([
      'username',
      'email',
      'referral',
      'amount',
      'voucher',
      'secret',
      'token',
    ]),
  );

  await logOut(page);
  // The address stays to log in with again, because 'Remember me' was left on; another login drops it.
  await expect.poll(left, { message: 'after logging out' }).toEqual(['username', 'email']);
  expect(await page.evaluate(() => Object.values(localStorage))).toContain(first.email);

  await page.goto('/login');
  await logIn(page, second);
  await expect(
    page.getByRole('button', { name: `${second.username}, account menu` }),
  ).toBeVisible();
  await expect(tickets(page).first()).toBeVisible();
  await page.goto('/wallet');
  await expect(page.getByRole('main')).toContainText('0');
  await expect.poll(left, { message: 'for the next person' }).toEqual([]);
});

test('only the tab that accepts a newer version gets it', async ({ page, context, url }) => {
  const releases = await startReleases(url);
  try {
    await page.goto(`${releases.url}/signup`);
    await controlServiceWorker(page);
    const other = await context.newPage();
    await other.goto(`${releases.url}/signup`);
    await other.getByLabel('Username').fill('half_typed');

    releases.publish();
    await page.reload();
    await page.getByLabel('Username').fill('being_typed');
    const notice = page.getByText('A new version is ready');
    await expect(notice).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue('being_typed');
    const hasWaiting = (): Promise<boolean> =>
      page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting));
    expect(await hasWaiting()).toBe(true);

    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByLabel('Username')).toHaveValue('');
    await expect.poll(hasWaiting).toBe(false);
    await expect(notice).toBeHidden();
    await expect(other.getByLabel('Username')).toHaveValue('half_typed');
  } finally {
    await releases.close();
  }
});

test('a cached page has the chosen theme before its first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const firstTheme = await watchFirstTheme(page);
  await page.goto('/welcome');
  await controlServiceWorker(page);
  await page.getByRole('button', { name: 'Switch theme' }).click();
  await setNetwork(page, 'lost');
  await page.reload();
  await expect(heading(page)).toBeVisible();
  expect(await firstTheme()).toBe('dark');
});
