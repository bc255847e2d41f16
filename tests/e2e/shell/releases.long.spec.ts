import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

import { KEYS } from '../../../contract/storage-keys.ts';
import { DELTA_ENDING } from '../../../documents/serve/dictionaries.ts';
import { startBuiltServer } from '../../../scripts/lib/built-server.ts';
import { wholeBrowser } from '../../../scripts/lib/test-browsers.ts';
import {
  controlServiceWorker,
  readDevice,
  readKeys,
  whenServed,
} from '../../fixtures/e2e/device.ts';
import { openGiveaway, viewsOf } from '../../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { demoPerson, logIn, signUpByApi } from '../../fixtures/e2e/people.ts';
import {
  previousRelease,
  release,
  startReleases,
  type Release,
} from '../../fixtures/e2e/releases.ts';
import { untilRunning } from '../../fixtures/e2e/screen.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser });

const ASSETS = new URL('../../../dist/app/assets/', import.meta.url);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The caches in which the release before has its pages. */
const formerCaches = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await caches.keys()).filter((name) => name.startsWith('goodies-pages-')),
  );

const isWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

/** Scripts and sheets that a cached page names and the device does not have: a mix of builds. */
const missingParts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const missing: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        const isPage = response?.headers.get('content-type')?.startsWith('text/html');
        const html = isPage ? ((await response?.text()) ?? '') : '';
        for (const part of html.match(/\/assets\/[\w.-]+\.(?:js|css)\b/g) ?? [])
          // What has no hash in its name is kept under its revision.
          if (!(await caches.match(part, { ignoreSearch: true })))
            missing.push(`${request.url} ${part}`);
      }
    }
    return missing;
  });

test('the release before becomes this one: no blank page, no lost queue, and tabs of before can go on', async ({
  page,
  context,
  url,
  faults,
}) => {
  test.slow();
  const creator = await signUpByApi(url, 'creator');
  const counted = await openGiveaway(url, creator, { amount: '330000' });
  const releases = await startReleases(url, previousRelease());
  // The views wait until the new release is there.
  const holding =
    (one: Release): Release =>
    (path) =>
      path.endsWith('/track-views') ? { status: 503, headers: {}, body: '' } : one(path);
  try {
    await page.goto(`${releases.url}/login`);
    await logIn(page, demoPerson('kofi'));
    const ticket = page.getByRole('link', { name: /₦330,000 voucher/ });
    await expect(ticket).toBeVisible();
    const worker = await controlServiceWorker(page);
    expect(await formerCaches(page)).toHaveLength(1);
    const other = await context.newPage();
    await other.goto(`${releases.url}/wallet`);
    await expect(heading(other)).toHaveText('Wallet');

    await expect.poll(() => readKeys(page)).toContain(`"${KEYS.deviceToken}"`);
    await setNetwork(page, 'lost');
    await ticket.click();
    await expect(heading(page)).toContainText('330,000');
    await expect.poll(() => readDevice(page)).toContain(`"voucherUlid":"${counted.ulid}"`);
    releases.publish(holding(release('new')));
    await setNetwork(page, 'found');

    await page.goto(`${releases.url}/`);
    await expect(page.getByText('A new version is ready')).toBeVisible();
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(async () => {
      // The one of before tries to send for a minute, and nothing takes the place of one that works.
      if (await isWaiting(page)) await worker.kill();
      expect(await formerCaches(page)).toEqual([]);
    }).toPass();
    await untilRunning(page);
    await expect(ticket).toBeVisible();
    expect(await missingParts(page)).toEqual([]);
    expect(await viewsOf(url, counted)).toBe(0);

    // Neither the server nor the device has its code.
    await other.getByRole('link', { name: 'Profile' }).first().click();
    await expect(heading(other)).toHaveText('This page did not load');
    await other.getByRole('button', { name: 'Load again' }).click();
    await expect(heading(other)).toHaveText('Profile');
    // That its code could not be had was told.
    expect(faults.splice(0).join()).toContain('/assets/you-');
    await other.close();

    releases.publish(release('new'));
    // Without the pause that it makes after so many tries.
    await worker.kill();
    await page.reload();
    await expect.poll(() => viewsOf(url, counted)).toBe(1);
    await expect.poll(() => readDevice(page)).not.toContain(`"voucherUlid":"${counted.ulid}"`);
    expect(await viewsOf(url, counted)).toBe(1);
  } finally {
    await releases.close();
  }
});

test('code of the release before is a dictionary for that of this one', async ({
  page,
  context,
  url,
}) => {
  const deltas = readdirSync(ASSETS).filter((name) => name.endsWith(DELTA_ENDING));
  const came: string[] = [];
  context.on('response', (response) => {
    if (response.headers()['content-encoding'] === 'dcz')
      came.push(`${path.basename(response.url())}${DELTA_ENDING}`);
  });
  const releases = await startReleases(url, previousRelease({ isKept: true }));
  try {
    await page.goto(`${releases.url}/login`);
    await controlServiceWorker(page);
    releases.publish(release('new'));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect.poll(() => isWaiting(page)).toBe(true);
    expect(came.toSorted()).toEqual(deltas.toSorted());
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Update' }).click();
    await reloaded;
    await expect.poll(() => formerCaches(page)).toEqual([]);
    await untilRunning(page);
    expect(await missingParts(page)).toEqual([]);
  } finally {
    await releases.close();
  }
});

test('a deploy in the middle of an installation mixes nothing; the next visit installs it whole', async ({
  page,
  url,
}) => {
  const asked: string[] = [];
  const after = previousRelease();
  const releases = await startReleases(url, (path) => {
    asked.push(path);
    if (path !== '/shell.html') return release('new')(path);
    // The service worker's script came, and as it asks for the page that stands for this one another release is out.
    releases.publish(after);
    return after(path);
  });
  try {
    await page.goto(`${releases.url}/rules`);
    await untilRunning(page);
    await expect.poll(() => asked).toContain('/shell.html');
    const left = await page.evaluate(
      async () =>
        new Promise<boolean>((resolve) => {
          const look = async (): Promise<void> => {
            const registration = await navigator.serviceWorker.getRegistration();
            if (registration?.installing) setTimeout(() => void look(), 50);
            else resolve(registration?.active !== undefined && registration.active !== null);
          };
          void look();
        }),
    );
    expect(left, 'half of a build is in use').toBe(false);

    await page.reload();
    await controlServiceWorker(page);
    expect(await formerCaches(page)).toHaveLength(1);
    expect(await missingParts(page)).toEqual([]);
    await setNetwork(page, 'lost');
    await page.reload();
    await untilRunning(page);
  } finally {
    await releases.close();
  }
});

test('a deploy before the rest of an installation came leaves whole what is here, and is offered', async ({
  page,
  url,
}) => {
  const after = previousRelease();
  const releases = await startReleases(url, (path) => {
    if (path !== '/voucher.html') return release('new')(path);
    releases.publish(after);
    return after(path);
  });
  try {
    const answered = page
      .context()
      .waitForEvent('response', (response) => response.url().endsWith('/voucher.html'));
    await page.goto(`${releases.url}/login`);
    await answered;
    expect(await missingParts(page)).toEqual([]);
    await page.reload();
    await untilRunning(page);
    await expect.poll(() => isWaiting(page)).toBe(true);
    expect(await missingParts(page)).toEqual([]);
    expect(await formerCaches(page)).toHaveLength(1);
  } finally {
    await releases.close();
  }
});

test('who signs in on a phone that lacks code of a release that is gone goes on with the next one', async ({
  page,
  url,
  faults,
}) => {
  const releases = await startReleases(url, (path) =>
    path.includes('/assets/home-') ? { status: 404, headers: {}, body: '' } : release('0')(path),
  );
  try {
    await page.goto(`${releases.url}/login`);
    await whenServed(page);
    releases.publish(previousRelease());
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.getByText('A new version is ready')).toBeVisible();
    const offer = await page.getByRole('status').filter({ hasText: 'new version' }).boundingBox();
    const button = await page.getByRole('button', { name: 'Log In' }).boundingBox();
    expect((offer?.y ?? NaN) + (offer?.height ?? NaN)).toBeLessThan(button?.y ?? NaN);
    await page.getByRole('button', { name: 'Close' }).click();

    await logIn(page, demoPerson('kofi'));
    await expect(heading(page)).toHaveText('This page did not load');
    await page.getByRole('button', { name: 'Load again' }).click();
    await expect(page.getByRole('heading', { name: 'Home' })).toBeAttached();
    expect(await isWaiting(page)).toBe(false);
    expect(await missingParts(page)).toEqual([]);
    // That its code could not be had is told once.
    expect(faults.splice(0)).toEqual([expect.stringContaining('/assets/home-')]);
  } finally {
    await releases.close();
  }
});

test('the kill switch takes the service worker away, and nothing that is to be sent', async ({
  page,
  url,
  servers,
}) => {
  const releases = await startReleases(url);
  const { dataDir, env } = await servers.copyData();
  const killing = await startBuiltServer({
    dataDir,
    env: { ...env, GOODIES_SERVICE_WORKER: '0' },
  });
  try {
    const script = await (await fetch(`${killing.url}/sw.js`)).text();
    await page.goto(`${releases.url}/login`);
    await logIn(page, demoPerson('kofi'));
    await expect(page.getByRole('heading', { name: 'Home' })).toBeAttached();
    await controlServiceWorker(page);
    const databases = await page.evaluate(async () => (await indexedDB.databases()).length);

    releases.publish((path) =>
      path === '/sw.js'
        ? {
            headers: { 'content-type': 'text/javascript', 'cache-control': 'no-cache' },
            body: script,
          }
        : undefined,
    );
    await page.goto(`${releases.url}/wallet`);
    const cacheNames = (): Promise<string[]> => page.evaluate(() => caches.keys());
    await expect.poll(cacheNames).toEqual([]);
    await expect(heading(page)).toHaveText('Wallet');
    await page.reload();
    await expect(heading(page)).toHaveText('Wallet');
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    // Each start registers it again, which finds nothing to take away.
    const isGone = () =>
      page
        .evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined)
        .catch(() => false);
    await expect.poll(isGone).toBe(true);
    await page.goto(`${releases.url}/profile`);
    await untilRunning(page);
    await expect.poll(isGone).toBe(true);
    await expect(heading(page)).toHaveText('Profile');
    expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(databases);

    releases.publish(release('back'));
    await page.goto(`${releases.url}/wallet`);
    await controlServiceWorker(page);
  } finally {
    await releases.close();
    await killing.kill();
  }
});
