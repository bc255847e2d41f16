import type { Page } from '@playwright/test';

import type { KeptFile } from '../../../contract/document/offline-bundle.ts';
import { controlServiceWorker } from '../../fixtures/e2e/device.ts';
import { openGiveaway } from '../../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { demoPerson, logIn, signUpByApi } from '../../fixtures/e2e/people.ts';
import { expect, testInstalled } from '../../fixtures/e2e/test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** How many of the files of users' pages the phone lacks. */
async function missingUsersFiles(page: Page): Promise<number> {
  const script = await (await page.request.get('/sw.js')).text();
  const users = Array.from(script.matchAll(/\{[^{}]*"url":"[^{}]*\}/g), ([entry]) => {
    const { url, bundle } = JSON.parse(entry) as KeptFile;
    return bundle === 'users' ? [url] : [];
  }).flat();
  expect(users.length).toBeGreaterThan(20);
  return page.evaluate(async (files) => {
    const found = await Promise.all(files.map((file) => caches.match(`/${file}`)));
    return found.filter((file) => file === undefined).length;
  }, users);
}

testInstalled(
  'a visitor who opened one voucher has every public page without a network, and else the login page',
  async ({ page, url }) => {
    const creator = await signUpByApi(url, 'creator');
    const { ulid } = await openGiveaway(url, creator, {});
    await page.goto(`/v/${ulid}`);
    await controlServiceWorker(page);
    expect(await missingUsersFiles(page)).toBeGreaterThan(20);
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

testInstalled(
  'whoever signs in has every screen without a network once their code is here',
  async ({ page }) => {
    await page.goto('/login');
    await controlServiceWorker(page);
    await logIn(page, demoPerson('ada'));
    await expect.poll(() => missingUsersFiles(page)).toBe(0);
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
    expect(await missingUsersFiles(page)).toBeGreaterThan(1);
    await context.unrouteAll();
    await page.reload();
    await expect.poll(() => missingUsersFiles(page)).toBe(0);
  },
);
