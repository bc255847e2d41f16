import type { Page } from '@playwright/test';

import { controlServiceWorker, missingCode, whenServed } from '../../fixtures/e2e/device.ts';
import { openGiveaway } from '../../fixtures/e2e/giveaways.ts';
import { holdRequests, setNetwork } from '../../fixtures/e2e/network.ts';
import { demoPerson, logIn, signUpByApi } from '../../fixtures/e2e/people.ts';
import { expect, testInstalled } from '../../fixtures/e2e/test.ts';

const VISITORS = /\/assets\/offline-visitors-/;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Whether the face that headings and amounts are set in is on the device. */
const hasFont = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { href } = document.querySelector<HTMLLinkElement>('link[as=font]') ?? {};
    return href !== undefined && (await caches.match(href)) !== undefined;
  });

testInstalled(
  'a visitor who opened one voucher has every public page without a network, and else the login page',
  async ({ page, url }) => {
    const creator = await signUpByApi(url, 'creator');
    const { ulid } = await openGiveaway(url, creator, {});
    await page.goto(`/v/${ulid}`);
    await whenServed(page);
    await expect.poll(() => missingCode(page, 'visitors')).toEqual([]);
    await expect.poll(() => missingCode(page, 'pages')).toEqual([]);
    expect((await missingCode(page, 'users')).length).toBeGreaterThan(20);
    await expect.poll(() => hasFont(page)).toBe(true);
    await setNetwork(page, 'lost');

    await page.goto('/welcome');
    await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
    for (const [path, title] of [
      [`/v/${ulid}`, /voucher/],
      ['/help', 'Help'],
      ['/terms', /Terms/],
      ['/trust', 'Where the money is'],
      ['/signup', /account/i],
      ['/login', /Log in|Welcome/],
    ] as const) {
      await page.goto(path);
      await expect(heading(page), path).toHaveText(title);
    }
    await page.goto('/wallet');
    await expect(page).toHaveURL(/\/login\?next=%2Fwallet/);
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
    await page.goto('/');
    await expect(page).toHaveURL(/\/welcome$/);
  },
);

// A voucher's page, one whose document is kept, and one that the shell stands for.
for (const first of ['/v/1', '/welcome', '/rules']) {
  testInstalled(
    `${first} has all it needs without a network before the code of any other page comes`,
    async ({ page, context }) => {
      await context.route(/\/assets\/(?:offline-pages|offline-visitors|help)-/, (route) =>
        route.abort(),
      );
      await page.goto(first);
      const title = (await heading(page).textContent()) ?? '';
      expect(title).not.toBe('');
      await whenServed(page);
      await setNetwork(page, 'lost');
      await page.reload();
      await expect(heading(page)).toHaveText(title);
      await page.getByRole('button', { name: 'Switch theme' }).click();
      expect(await missingCode(page, 'visitors')).toContainEqual(expect.stringMatching(/help-/));
      // What could not be had is asked for when the network is back.
      await context.unrouteAll();
      await setNetwork(page, 'found');
      await expect.poll(() => missingCode(page, 'visitors')).toEqual([]);
      await expect.poll(() => missingCode(page, 'pages')).toEqual([]);
    },
  );
}

testInstalled(
  'what the first screen shows comes before the code of other pages',
  async ({ page, context }) => {
    const asked: string[] = [];
    context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/welcome');
    await expect.poll(() => missingCode(page, 'visitors')).toEqual([]);
    const bundle = asked.findIndex((path) => path.startsWith('/assets/offline-visitors-'));
    const lastOf = (part: string): number => asked.findLastIndex((path) => path.includes(part));
    expect(lastOf('/api/v1/vouchers')).toBeGreaterThan(0);
    expect(lastOf('/covers/')).toBeGreaterThan(0);
    expect(bundle).toBeGreaterThan(Math.max(lastOf('/api/v1/vouchers'), lastOf('/covers/')));
  },
);

testInstalled(
  'whoever signs in has every screen without a network once their code is here',
  async ({ page }) => {
    const letVisitorsCome = await holdRequests(page, VISITORS);
    const asked = page.context().waitForEvent('request', (request) => VISITORS.test(request.url()));
    await page.goto('/login');
    await whenServed(page);
    await asked;
    // What visitors need is still on its way then.
    await logIn(page, demoPerson('ada'));
    letVisitorsCome();
    await expect.poll(() => missingCode(page, 'users')).toEqual([]);
    await setNetwork(page, 'lost');
    for (const [path, title] of [
      ['/airtime', 'Airtime'],
      ['/payment-voucher', /voucher/i],
      ['/profile/notifications', /Notification/],
      ['/premium', /Premium/i],
      ['/dashboard', 'Dashboard'],
      ['/about', /Goodies/],
    ] as const) {
      await page.goto(path);
      await expect(heading(page), path).toHaveText(title);
    }
  },
);

testInstalled(
  'code of users’ screens that could not be had at sign-in comes with the next start',
  async ({ page, context }) => {
    await page.goto('/login');
    await controlServiceWorker(page);
    const refused: string[] = [];
    await context.route(/\/assets\/(?:offline-users|money)-/, async (route) => {
      refused.push(route.request().url());
      await route.abort();
    });
    await logIn(page, demoPerson('ada'));
    await expect.poll(() => refused.filter((address) => /money-/.test(address)).length).toBe(2);
    expect((await missingCode(page, 'users')).length).toBeGreaterThan(1);
    await context.unrouteAll();
    await page.reload();
    await expect.poll(() => missingCode(page, 'users')).toEqual([]);
  },
);
