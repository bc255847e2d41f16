import { chromium, type Browser } from 'playwright';

import type { FeaturedAnswer } from '../../contract/vouchers.ts';
import { ensureBrowser } from '../find-browser.ts';
import { startBuiltServer } from './built-server.ts';

export interface Shot {
  readonly path: string;
  readonly colorScheme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
  readonly deviceScaleFactor: number;
}

export interface DemoPaths {
  readonly welcome: string;
  readonly views: string;
  readonly lottery: string;
}

async function findPaths(url: string): Promise<DemoPaths> {
  const answer = await fetch(`${url}/api/v1/vouchers/featured`);
  const { data } = (await answer.json()) as FeaturedAnswer;
  const pathOf = (method: string): string => {
    const [voucher] = data
      .filter((one) => one.reveal_method === method && one.cover)
      .toSorted((a, b) => b.amount - a.amount);
    if (!voucher) throw new Error(`no featured giveaway with the reveal method ${method}`);
    return `/v/${voucher.ulid}`;
  };
  return { welcome: '/welcome', views: pathOf('views'), lottery: pathOf('lottery') };
}

async function shoot(browser: Browser, url: string, { path, ...look }: Shot): Promise<Buffer> {
  const context = await browser.newContext({
    ...look,
    reducedMotion: 'reduce',
    locale: 'en-NG',
    // The splash screen and the install prompt would cover the page.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
  await page.locator('main h1, main h2').first().waitFor();
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

export async function withDemoShots(
  shotsOf: (paths: DemoPaths) => readonly Shot[],
  finish: (pictures: readonly Buffer[], browser: Browser) => Promise<void>,
): Promise<void> {
  const server = await startBuiltServer();
  const browser = await chromium.launch({
    executablePath: ensureBrowser().path,
    args: ['--no-sandbox'],
  });
  try {
    const pictures: Buffer[] = [];
    for (const shot of shotsOf(await findPaths(server.url)))
      pictures.push(await shoot(browser, server.url, shot));
    await finish(pictures, browser);
  } finally {
    await browser.close();
    await server.stop();
  }
}
