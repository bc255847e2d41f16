import type { Page } from '@playwright/test';

import { CACHES, KEYS, PAGES_CACHE_PREFIX } from '../../../contract/storage-keys.ts';
import { startBuiltServer } from '../../../scripts/lib/built-server.ts';
import { wholeBrowser } from '../../../scripts/lib/test-browsers.ts';
import { controlServiceWorker, readDevice, readKeys } from '../../fixtures/e2e/device.ts';
import { openGiveaway, viewsOf } from '../../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { demoPerson, logIn, signUpByApi } from '../../fixtures/e2e/people.ts';
import {
  deadRelease,
  previousRelease,
  release,
  releaseId,
  startReleases,
  type Release,
} from '../../fixtures/e2e/releases.ts';
import { untilRunning } from '../../fixtures/e2e/screen.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The builds whose pages the device has. */
const buildsOn = (page: Page): Promise<string[]> =>
  page.evaluate(
    async (prefix) =>
      (await caches.keys())
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length)),
    PAGES_CACHE_PREFIX,
  );

const isWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

/** Scripts and sheets that a cached page names and the device does not have: a mix of builds. */
const missingParts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const missing: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of name.startsWith('goodies-') ? await cache.keys() : []) {
        const html = (await (await cache.match(request))?.text()) ?? '';
        for (const part of html.match(/\/assets\/[\w.-]+\.(?:js|css)\b/g) ?? [])
          if (!(await caches.match(part))) missing.push(`${request.url} ${part}`);
      }
    }
    return missing;
  });

test('the release before becomes this one: no blank page, no lost queue, and tabs of before go on', async ({
  page,
  context,
  url,
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
    const before = await buildsOn(page);
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
      expect(await buildsOn(page)).toEqual([releaseId('new')]);
    }).toPass();
    expect(before).not.toContain(releaseId('new'));
    await untilRunning(page);
    await expect(ticket).toBeVisible();
    expect(await missingParts(page)).toEqual([]);
    expect(await viewsOf(url, counted)).toBe(0);

    // The server has the old code no longer, the device has.
    await other.getByRole('link', { name: 'Profile' }).first().click();
    await expect(heading(other)).toHaveText('Profile');
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

test('a build that is marked as broken is replaced at the next start, unless it is the newest', async ({
  page,
  url,
}) => {
  const releases = await startReleases(url, deadRelease('bad'));
  const bad = releaseId('bad');
  try {
    await page.goto(`${releases.url}/login`);
    // Its pages are dead, so nothing of them installs it.
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
      localStorage.setItem('to-stay', '1');
    });
    await controlServiceWorker(page);
    await page.reload();
    await expect(heading(page)).toHaveText('Welcome back');
    await expect(page.locator('#root')).not.toHaveAttribute('data-running', '');

    releases.publish(release('good', [bad]));
    await page.goto(`${releases.url}/login`);
    await untilRunning(page);
    await expect.poll(() => buildsOn(page)).toEqual([releaseId('good')]);
    // A visitor has the page of home, from which they are sent on, and not its code.
    const missing = await missingParts(page);
    expect(missing.filter((part) => !part.includes('/assets/home-'))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('to-stay'))).toBe('1');

    // The newest is marked: nothing takes its place, and nothing is loaded anew for it.
    releases.publish(release('good', [bad, releaseId('good')]));
    await page.getByLabel(/^E-mail/).fill('half.typed');
    const outcome = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update().catch(() => undefined);
      const { installing } = registration;
      if (installing && installing.state !== 'redundant')
        await new Promise((resolve) => {
          installing.addEventListener('statechange', resolve, { once: true });
        });
      return [installing?.state, Boolean(registration.waiting)];
    });
    expect(outcome).toEqual(['redundant', false]);
    await expect(page.getByLabel(/^E-mail/)).toHaveValue('half.typed');

    // A page that runs is not taken from under a half-filled form, but goes on to the new build with the next page.
    releases.publish(release('better', [bad, releaseId('good')]));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect.poll(() => buildsOn(page)).toEqual([releaseId('better')]);
    await expect(page.getByLabel(/^E-mail/)).toHaveValue('half.typed');
    const loaded = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Sign up' }).first().click();
    await loaded;
    await expect(heading(page)).toHaveText('Create your account');

    // Another list alone: all that is kept stays.
    releases.publish(release('better', [bad, releaseId('good'), 'ffffffff']));
    const kept = await page.evaluate(async (name) => {
      const { serviceWorker } = navigator;
      await (await caches.open(name)).put('/v/kept', new Response('kept'));
      const taken = new Promise((resolve) => {
        serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
      await (await serviceWorker.ready).update();
      await taken;
      while (serviceWorker.controller?.state !== 'activated')
        await new Promise((resolve) => setTimeout(resolve, 50));
      return (await caches.match('/v/kept'))?.text();
    }, CACHES.documents);
    expect(kept).toBe('kept');
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
    expect(await buildsOn(page)).toHaveLength(1);
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
    if (!path.startsWith('/assets/offline-')) return release('new')(path);
    releases.publish(after);
    return after(path);
  });
  try {
    const answered = page
      .context()
      .waitForEvent('response', (response) => response.url().endsWith('/voucher.html'));
    await page.goto(`${releases.url}/login`);
    // The bundle is gone, so each page is asked for by itself, and is one of the other release.
    await answered;
    expect(await missingParts(page)).toEqual([]);
    await page.reload();
    await untilRunning(page);
    await expect.poll(() => isWaiting(page)).toBe(true);
    expect(await missingParts(page)).toEqual([]);
    expect(await buildsOn(page)).toHaveLength(2);
  } finally {
    await releases.close();
  }
});

test('who signs in on a phone with the visitors’ code of a release that is gone goes on with the next one', async ({
  page,
  url,
  faults,
}) => {
  const releases = await startReleases(url);
  try {
    await page.goto(`${releases.url}/login`);
    await controlServiceWorker(page);
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
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    await page.goto(`${releases.url}/wallet`);
    // It may be loaded anew at any moment, in the middle of a question too.
    const isFreed = () =>
      page
        .evaluate(
          async () =>
            (await caches.keys()).length === 0 && navigator.serviceWorker.controller === null,
        )
        .catch(() => false);
    await expect.poll(isFreed).toBe(true);
    await expect(heading(page)).toHaveText('Wallet');
    // What the page of now registers finds nothing to take away, and loads nothing anew.
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
    expect(loads.length).toBeLessThanOrEqual(3);

    releases.publish(release('back'));
    await page.goto(`${releases.url}/wallet`);
    await controlServiceWorker(page);
    await expect.poll(() => buildsOn(page)).toEqual([releaseId('back')]);
  } finally {
    await releases.close();
    await killing.kill();
  }
});
