import { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chromium, type BrowserContext, type Page } from '@playwright/test';

import { KEYS } from '../../../contract/storage-keys.ts';
import { findBrowser } from '../../../scripts/find-browser.ts';
import { controlServiceWorker, readDevice, readKeys } from '../../fixtures/e2e/device.ts';
import { openGiveaway, viewsOf } from '../../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { logIn, signUpByApi } from '../../fixtures/e2e/people.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

/** A phone whose browser can be killed: what it has on disk is all that the next start finds. */
interface Phone {
  readonly start: () => Promise<Page>;
  /** Ends the browser as the system does when it wants its memory back. */
  readonly kill: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly profile: string;
  readonly throwAway: () => Promise<void>;
}

/** A whole browser beside those of other tests comes up slowly. */
const START_TIMEOUT_MS = 100_000;

/** Kills the browser that has locked a profile, whose lock names its process. */
function killBrowserOf(profile: string): void {
  const pid = Number(readlinkSync(path.join(profile, 'SingletonLock')).split('-').at(-1));
  process.kill(pid, 'SIGKILL');
}

function takePhone(): Phone {
  const profile = mkdtempSync(path.join(tmpdir(), 'goodies-phone-'));
  let running: BrowserContext | undefined;
  const end = async (how: (context: BrowserContext) => unknown): Promise<void> => {
    const context = running;
    running = undefined;
    if (!context) return;
    const ended = context.waitForEvent('close', { timeout: 60_000 });
    await how(context);
    await ended;
  };
  const kill = (): Promise<void> => end(() => killBrowserOf(profile));
  return {
    profile,
    kill,
    close: () => end((context) => context.close()),
    start: async () => {
      const executablePath = findBrowser();
      running = await chromium.launchPersistentContext(profile, {
        ...(executablePath && { executablePath }),
        args: ['--no-sandbox', '--disable-gpu'],
        serviceWorkers: 'allow',
        timeout: START_TIMEOUT_MS,
      });
      return running.pages()[0] ?? running.newPage();
    },
    throwAway: async () => {
      await kill();
      // The processes of a killed browser write new files for a moment longer.
      await expect(async () => rmSync(profile, { recursive: true, force: true })).toPass();
    },
  };
}

test.describe.configure({ timeout: 300_000 });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a browser that is killed twice offline sends each view once', async ({ url, servers }) => {
  const creator = await signUpByApi(url, 'creator');
  const giveaways = [
    await openGiveaway(url, creator, { amount: '710000' }),
    await openGiveaway(url, creator, { amount: '720000' }),
    await openGiveaway(url, creator, { amount: '730000' }),
  ];
  const sentinel = await openGiveaway(url, creator, { amount: '740000' });
  const person = await signUpByApi(url, 'looker');
  const phone = takePhone();
  try {
    let page = await phone.start();
    await page.goto(`${url}/login`);
    await logIn(page, person);
    await expect(page.getByRole('link', { name: /₦710,000 voucher/ })).toBeVisible();
    await controlServiceWorker(page);
    await expect.poll(() => readKeys(page)).toContain(`"${KEYS.deviceToken}"`);
    await phone.kill();

    await servers.whileDown(async () => {
      page = await phone.start();
      await setNetwork(page, 'lost');
      for (const { ulid, amount } of giveaways) {
        await page.goto(`${url}/v/${ulid}`);
        await expect(heading(page)).toContainText(amount.toLocaleString('en-NG'));
        await expect.poll(() => readDevice(page)).toContain(`"voucherUlid":"${ulid}"`);
      }
      await phone.kill();
    });

    page = await phone.start();
    await page.goto(`${url}/`);
    for (const giveaway of giveaways)
      await expect.poll(() => viewsOf(url, giveaway), { timeout: 60_000 }).toBe(1);
    // The same again, and a view of another voucher, which shows that they were gone.
    for (const { ulid } of [...giveaways, sentinel]) {
      await page.goto(`${url}/v/${ulid}`);
      await expect(heading(page)).toContainText('voucher');
    }
    await expect.poll(() => viewsOf(url, sentinel), { timeout: 60_000 }).toBe(1);
    for (const giveaway of giveaways) expect(await viewsOf(url, giveaway)).toBe(1);
  } finally {
    await phone.throwAway();
  }
});

/** Writes over everything that the browser has of its pages' databases, as a dying flash memory does. */
function garble(profile: string): number {
  const folder = path.join(profile, 'Default', 'IndexedDB');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
  for (const file of files) writeFileSync(file, Buffer.alloc(statSync(file).size, 0x5a));
  return files.length;
}

test('a phone whose saved data is broken asks to log in again, and works', async ({ url }) => {
  const person = await signUpByApi(url, 'unlucky');
  const phone = takePhone();
  try {
    let page = await phone.start();
    await page.goto(`${url}/login`);
    await logIn(page, person);
    await expect(page).toHaveURL(`${url}/`);
    // What a page keeps in localStorage is written down a while later, or as the browser is closed.
    await phone.close();
    expect(garble(phone.profile)).toBeGreaterThan(0);

    page = await phone.start();
    await page.goto(`${url}/wallet`);
    await expect(page.getByText('Your session has expired.')).toBeVisible();
    await logIn(page, person);
    await expect(heading(page)).toHaveText('Wallet');
    await expect(page.getByText('damaged')).toHaveCount(0);
  } finally {
    await phone.throwAway();
  }
});
