import type { Locator, Page } from '@playwright/test';

import { HOUR_MS } from '../../contract/durations.ts';
import { LOCAL } from '../../contract/storage-keys.ts';
import { controlServiceWorker } from '../fixtures/e2e/device.ts';
import { openGiveaway, openNewGiveaway } from '../fixtures/e2e/giveaways.ts';
import { guessWrong, waitBanner } from '../fixtures/e2e/guess.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { demoPerson, logIn, logOut, newPerson, signUpByApi } from '../fixtures/e2e/people.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../fixtures/e2e/sign-in.ts';
import { expect, test, testInstalled } from '../fixtures/e2e/test.ts';

const LARGEST = '/?sort_by=amount';

const ticketLink = (page: Page) => page.getByRole('link', { name: /voucher by @/ });
const tickets = (page: Page) => page.getByRole('main').locator(ticketLink(page));
const items = (page: Page) => page.getByRole('listitem').filter({ has: ticketLink(page) });
const pill = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Voucher type' }).getByRole('button', { name });

async function filter(page: Page, choose: (sheet: Locator) => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: 'Sort and filter' }).click();
  const sheet = page.getByRole('dialog', { name: 'Sort and filter' });
  await choose(sheet);
  await sheet.getByRole('button', { name: 'Show vouchers' }).click();
  await expect(sheet).toBeHidden();
}

const filterByCreator = (page: Page, name: string): Promise<void> =>
  filter(page, (sheet) => sheet.getByLabel('Creator').fill(name));

test.beforeEach(async ({ page, url }) => {
  await signIn(page, url, demoPerson('kofi'), '/');
  await expect(tickets(page).first()).toBeVisible();
});

test('filters stand in the address, survive a reload and Back', async ({ page, url, browser }) => {
  await pill(page, 'Mobile').click();
  await expect(page).toHaveURL(`${url}/?type=mobile`);
  await expect(pill(page, 'Mobile')).toHaveAttribute('aria-pressed', 'true');

  await filter(page, async (sheet) => {
    await sheet.getByLabel('Creator').fill('ADA');
    await sheet.getByLabel('Minimum').fill('30');
    await sheet.getByLabel('Maximum').fill('20');
    await expect(sheet.getByText('Less than the minimum')).toBeVisible();
    await sheet.getByLabel('Maximum').fill('90000');
    await sheet.getByLabel('Show first').selectOption('Fewest views');
  });
  const address = `${url}/?type=mobile&creator_name=ADA&min_amount=30&max_amount=90000&amount_currency=GHS&sort_by=views&sort_order=asc`;
  await expect(page).toHaveURL(address);
  await expect(tickets(page).first()).toHaveAccessibleName('₦5,000 voucher by @ada');
  for (const ticket of await tickets(page).all()) {
    await expect(ticket).toHaveAccessibleName(/by @ada$/);
  }
  await expect(page.getByRole('button', { name: 'Sort and filter 4' })).toBeVisible();

  await page.reload();
  await expect(tickets(page).first()).toHaveAccessibleName('₦5,000 voucher by @ada');
  await page.goBack();
  await expect(page).toHaveURL(`${url}/?type=mobile`);
  await page.goBack();
  await expect(pill(page, 'All')).toHaveAttribute('aria-pressed', 'true');

  // Another user with the address sees the same after logging in.
  const other = await browser.newContext();
  const guest = await other.newPage();
  await guest.goto(`${url}/login?next=${encodeURIComponent(address.slice(url.length))}`);
  await logIn(guest, demoPerson('wanjiru'));
  await expect(guest).toHaveURL(address);
  await expect(tickets(guest).first()).toHaveAccessibleName('₦5,000 voucher by @ada');
  await other.close();
});

const whole = (page: Page) => page.getByText(/^\d+ vouchers? shown$/);

/** What a cedi and a shilling are in naira, at the rates built in. */
const IN_NAIRA: Readonly<Record<string, number>> = { '₦': 1, 'GH₵': 106.4, KSh: 11.856 };

const worths = async (page: Page): Promise<number[]> => {
  await expect(whole(page)).toBeVisible();
  const names = await tickets(page).evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? ''),
  );
  return names.map((name) => {
    const [, symbol = '', figures = ''] = /^(\D+)([\d,]+) voucher/.exec(name) ?? [];
    return Number(figures.replaceAll(',', '')) * (IN_NAIRA[symbol.trim()] ?? NaN);
  });
};

const falling = (values: readonly number[]): number[] => values.toSorted((a, b) => b - a);

test('prizes of three currencies are sorted by their reference value', async ({ page, url }) => {
  await page.goto(LARGEST);
  const listed = await worths(page);
  expect(listed).toEqual(falling(listed));
  const ticket = page
    .getByRole('listitem')
    .filter({ has: page.getByText('₦') })
    .filter({ has: page.getByRole('button', { name: /^about/ }) })
    .first();
  const worth = ticket.getByRole('button', { name: /^about GH₵[\d,]+$/ });
  await worth.click();
  await expect(ticket.getByRole('status')).toHaveText(
    'At a fixed rate: today’s is not known on this phone.',
  );
  await page.keyboard.press('Escape');
  await expect(ticket.getByRole('status')).toBeEmpty();
  // It is a control of its own on a ticket that is one link.
  await expect(page).toHaveURL(`${url}${LARGEST}`);
  const own = items(page).filter({ hasText: 'GH₵' }).filter({ hasNotText: 'about' });
  await expect(own.first()).toBeVisible();

  // Where one decides upon it, it says so too.
  const said = (await worth.textContent()) ?? '';
  await ticket.getByRole('link').click();
  const large = page.getByRole('main').getByRole('article');
  // Until its page is there, the list is, in which the same can be touched.
  await expect(large).toHaveCount(1);
  await large.getByRole('button', { name: said }).click();
  await expect(large.getByText('At a fixed rate')).toBeVisible();
  const { pathname } = new URL(page.url());
  await page.goto(pathname.replace('/v/', '/lv/'));
  await expect(large.getByRole('button', { name: said })).toBeVisible();
  await page.goto('/featured-giveaway');
  await expect(large.getByRole('button', { name: /^about GH₵[\d,]+$/ })).toBeVisible();

  await page.goto('/?min_amount=100&max_amount=300');
  for (const value of await worths(page)) {
    expect(value).toBeGreaterThanOrEqual(100 * 106.4);
    expect(value).toBeLessThanOrEqual(300 * 106.4);
  }
});

test('the orders have names: what is new, ends soon or is nearly open', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'orders');
  const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
  await openGiveaway(url, creator, { amount: '900', expires_at: inHours(48) });
  await openGiveaway(url, creator, { amount: '700', expires_at: inHours(24) });
  await openGiveaway(url, creator, { amount: '800' });
  const show = (order: string): Promise<void> =>
    filter(page, async (sheet) => {
      await sheet.getByLabel('Creator').fill(creator.username);
      await sheet.getByLabel('Show first').selectOption(order);
    });
  const named = (amounts: readonly number[]): RegExp[] =>
    amounts.map((amount) => new RegExp(`${amount} naira`));
  const shown = () => items(page);
  await show('Largest prize');
  await expect(shown()).toContainText(named([900, 800, 700]));
  await show('New');
  await expect(shown()).toContainText(named([800, 700, 900]));
  await show('Ending soon');
  await expect(page).toHaveURL(/sort_by=ending_soon$/);
  await expect(shown()).toContainText(named([700, 900, 800]));

  await page.goto('/?currency=NGN&type=goodies');
  await expect(whole(page)).toBeVisible();
  const shares = (await items(page).allInnerTexts())
    .map((text) => /([\d,]+) \/ ([\d,]+) views/.exec(text))
    .filter((match) => match !== null)
    .map(
      ([, views = '', target = '']) =>
        Number(views.replaceAll(',', '')) / Number(target.replaceAll(',', '')),
    )
    .filter((share) => share < 1);
  expect(shares.length).toBeGreaterThan(1);
  expect(shares).toEqual(falling(shares));
});

test('currency and reveal method filter together and can be cleared', async ({ page, url }) => {
  const choose = (label: string, option: string): Promise<void> =>
    filter(page, (sheet) => sheet.getByLabel(label).selectOption(option));
  await choose('Currency', 'KES');
  await expect(page).toHaveURL(`${url}/?currency=KES`);
  await expect(tickets(page).first()).toHaveAccessibleName(/^KSh/);
  for (const ticket of await tickets(page).all()) await expect(ticket).toHaveAccessibleName(/^KSh/);
  await choose('Digits open', 'lottery');
  await expect(page).toHaveURL(`${url}/?currency=KES&reveal_method=lottery`);
  await expect(items(page).filter({ hasNotText: 'Lottery' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sort and filter 2' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${url}/?currency=KES`);
  await expect(tickets(page).first()).toHaveAccessibleName(/^KSh/);

  for (const query of ['currency=USD&reveal_method=time', 'min_amount=99999999']) {
    await page.goto(`/?${query}`);
    const nothing = page.getByRole('heading', { name: 'No vouchers fit these filters' });
    await expect(nothing).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(`${url}/`);
    await expect(tickets(page).first()).toBeVisible();
  }
});

test('Load More adds a page below, and going back finds it there', async ({ page }) => {
  // With data saver on, nothing is fetched by scrolling.
  await page.evaluate((key) => localStorage.setItem(key, '1'), LOCAL.dataSaver);
  await page.goto(LARGEST);
  await expect(tickets(page)).toHaveCount(12);
  const seen = await tickets(page).first().elementHandle();
  await page.getByRole('button', { name: 'Load More' }).scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(page).toHaveURL(/&pages=2$/);
  await expect(page.getByText('12 vouchers shown')).toBeHidden();
  const count = Number.parseInt(await whole(page).innerText(), 10);
  await expect(tickets(page)).toHaveCount(count);
  // What was there stays as it is, and so does the place that the person had come to.
  expect(await seen?.evaluate((ticket) => ticket.isConnected)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(top);
  const hrefs = await tickets(page).evaluateAll((all) =>
    all.map((one) => one.getAttribute('href')),
  );
  expect(new Set(hrefs).size).toBe(count);

  await tickets(page).last().click();
  await expect(page).toHaveURL(/\/v\//);
  await page.goBack();
  await expect(tickets(page)).toHaveCount(count);
});

test('home begins with own guesses, then the own currency, what opens next first', async ({
  page,
  url,
}) => {
  const giveaway = await openNewGiveaway(url);
  await logOut(page);
  await signInNew(page, url, 'player', { path: '/' });
  const strip = page.getByRole('region', { name: 'Your guesses' });
  await expect(tickets(page).first()).toHaveAccessibleName(/^₦/);
  await expect(strip).toBeHidden();
  const names = await tickets(page).evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
  const ownCount = names.filter((name) => name.startsWith('₦')).length;
  expect(names.slice(0, ownCount).every((name) => name.startsWith('₦'))).toBe(true);
  await expect(page.getByRole('heading', { name: 'In other currencies' })).toBeVisible();

  await page.goto(`/v/${giveaway.ulid}`);
  await page.getByRole('button', { name: 'Tap to guess' }).click();
  await guessWrong(page, giveaway);
  await expect(waitBanner(page)).toBeVisible();
  await page.getByRole('link', { name: 'Goodies home' }).click();
  const guess = strip.getByRole('link', { name: /^Your guess: ₦/ });
  await expect(guess).toHaveAttribute('href', `/v/${giveaway.ulid}`);
  await expect(strip).toContainText(/Next digit at [\d,]+ views, [\d,]+ to go/);
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expect(guess).toBeVisible();
  await strip.getByRole('link', { name: 'See all' }).click();
  await expect(page.getByText('1 guess, 0 lottery entries.')).toBeVisible();
});

test('the list follows the server when the page is opened again', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'fresh');
  await openGiveaway(url, creator, { amount: '404000' });
  await page.goto(`/?creator_name=${creator.username}`);
  await expect(tickets(page)).toHaveAccessibleName(`₦404,000 voucher by @${creator.username}`);
});

test('a list that cannot be fetched says why and is tried again', async ({ page, context }) => {
  await context.route('**/api/v1/vouchers?*', (route) =>
    route.fulfill({ status: 500, json: { success: false } }),
  );
  await page.goto(`/?creator_name=${newPerson('unknown').username}`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to fetch vouchers');
  await context.unroute('**/api/v1/vouchers?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No vouchers fit these filters' })).toBeVisible();
});

test('the balance can be hidden, and stays hidden on this phone', async ({ page }) => {
  const wallet = page.getByRole('region', { name: 'Wallet' });
  await expect(wallet).toContainText(/GH₵[\d,]+/);
  await wallet.getByRole('button', { name: 'Hide balance' }).click();
  await expect(wallet).not.toContainText('GH₵');
  await page.reload();
  await expect(wallet.getByRole('button', { name: 'Show balance' })).toBeVisible();
  await expect(wallet).not.toContainText('GH₵');
  await wallet.getByRole('button', { name: 'Show balance' }).click();
  await expect(wallet).toContainText(/GH₵[\d,]+/);
});

testInstalled('offline, filters work on saved vouchers', async ({ page }) => {
  await page.goto(LARGEST);
  await expect(tickets(page)).toHaveCount(12);
  await controlServiceWorker(page);
  await setNetwork(page, 'lost');
  await expect(page.getByRole('heading', { name: 'Saved vouchers' })).toBeVisible();
  const wallet = page.getByRole('region', { name: 'Wallet' });
  await expect(wallet).toContainText('Last known balance');
  await expect(wallet.getByRole('button', { name: 'Redeem' })).toBeDisabled();
  await expect(wallet).toContainText('Redeeming needs a connection.');
  await expect(page.getByRole('button', { name: 'Load More' })).toBeDisabled();
  await expect(page.getByText('The next page is not saved on this phone.')).toBeVisible();

  await filterByCreator(page, 'ada');
  await expect(
    page.getByText('From what is saved on this phone; there may be more.'),
  ).toBeVisible();
  for (const ticket of await tickets(page).all()) {
    await expect(ticket).toHaveAccessibleName(/by @ada$/);
  }
  await page.goto('/?reveal_method=views&currency=NGN');
  await expect(tickets(page).first()).toBeVisible();
  for (const ticket of await tickets(page).all()) await expect(ticket).toHaveAccessibleName(/^₦/);
  await page.goto('/?min_amount=1&sort_by=amount');
  await expect(tickets(page).first()).toBeVisible();
  const listed = await worths(page);
  expect(listed.length).toBeGreaterThan(2);
  expect(listed).toEqual(falling(listed));
  await filterByCreator(page, 'nobody_at_all');
  // The prizes further down may say the same.
  await expect(
    page.getByRole('heading', { name: 'Not saved on this phone' }).first(),
  ).toBeVisible();

  await setNetwork(page, 'found');
  await expect(page.getByRole('heading', { name: 'No vouchers fit these filters' })).toBeVisible();
});

test('a server that does not answer is reported, and asked again', async ({ page, url }) => {
  const addresses = [`${url}/api/**`, `${url}/healthz`];
  for (const address of addresses)
    await page.route(address, (route) => route.abort('connectionrefused'));
  await filterByCreator(page, 'wanjiru');
  await expect(page.getByText(/^Goodies cannot be reached\. Saved/)).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.unrouteAll();
  await expect(page.getByText('You are back online.')).toBeVisible();
  await expect(tickets(page).first()).toHaveAccessibleName(/by @wanjiru$/);
});

test.describe('the redeem sheet', () => {
  test('opens a giveaway by its link, refuses an unknown code, returns focus', async ({ page }) => {
    const path = (await tickets(page).first().getAttribute('href')) ?? '';
    const redeem = page
      .getByRole('region', { name: 'Wallet' })
      .getByRole('button', { name: 'Redeem' });
    await redeem.click();
    const sheet = page.getByRole('dialog', { name: 'Redeem Goodies' });
    const claim = sheet.getByRole('button', { name: 'Claim' });
    await expect(claim).toBeDisabled();
    await sheet.getByLabel('Voucher code').press('Enter');
    await expect(sheet.getByText('Voucher redeemed')).toHaveCount(0);
    await sheet.getByLabel('Voucher code').fill('   ');
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('alert')).toHaveText('Please enter a voucher code');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(redeem).toBeFocused();

    await redeem.click();
    await sheet.getByLabel('Voucher code').fill('4471 9028 86130');
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('alert')).toHaveText('Voucher not found');
    await expectAccessible(page);
    await sheet.getByLabel('Voucher code').fill('1234567890123');
    await claim.click();
    await expect(sheet.getByRole('alert')).toHaveText('Voucher not found');

    await sheet.getByLabel('Voucher code').fill(`https://goodies.example${path}?ref=ADA4`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${path}\\?ref=ADA4$`));
    await expect(sheet).toBeHidden();
  });

  test('sends visitors to log in, and back', async ({ page, context }) => {
    await logOut(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: 'Redeem' })
      .click();
    await page.getByRole('menuitem', { name: 'Enter Code' }).click();
    await page.getByRole('dialog').getByLabel('Voucher code').fill('4471902886130');
    await page.getByRole('dialog').getByRole('button', { name: 'Claim' }).click();
    await expect(page).toHaveURL(/\/login\?next=%2Fshare%3Ftext%3D4471902886130$/);
    await expect(page.getByText('Please log in to redeem vouchers')).toBeVisible();
    expect(context.pages()).toHaveLength(1);
  });
});
