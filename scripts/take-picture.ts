/**
 * Takes the README's picture: three screens of the built app with its demo data, side by side. Run
 * `npm run build && npx tsx scripts/take-picture.ts` after a change that people see.
 */
import { writeFileSync } from 'node:fs';
import { chromium, type Browser } from 'playwright';
import sharp from 'sharp';

import type { FeaturedAnswer } from '../contract/vouchers.ts';
import { ensureBrowser } from './find-browser.ts';
import { startBuiltServer } from './lib/built-server.ts';

const OUT = new URL('../docs/images/app.png', import.meta.url);
const SCREEN = { width: 390, height: 844 } as const;
const SCALE = 1.25;

interface Shot {
  readonly path: string;
  readonly colorScheme: 'light' | 'dark';
}

/** The front page, the largest giveaway that opens by views, and a lottery in the dark. */
async function chooseShots(url: string): Promise<Shot[]> {
  const answer = await fetch(`${url}/api/v1/vouchers/featured`);
  const { data } = (await answer.json()) as FeaturedAnswer;
  const pathOf = (method: string): string => {
    const [voucher] = data
      .filter((one) => one.reveal_method === method && one.cover)
      .toSorted((a, b) => b.amount - a.amount);
    if (!voucher) throw new Error(`no featured giveaway with the reveal method ${method}`);
    return `/v/${voucher.ulid}`;
  };
  return [
    { path: '/welcome', colorScheme: 'light' },
    { path: pathOf('views'), colorScheme: 'light' },
    { path: pathOf('lottery'), colorScheme: 'dark' },
  ];
}

async function shoot(browser: Browser, url: string, { path, colorScheme }: Shot): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: SCREEN,
    deviceScaleFactor: SCALE,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-NG',
    // The splash and the offer to install would stand in front of what is to be seen.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
  await page.locator('main h1, main h2').first().waitFor();
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

/** A page that shows the pictures side by side, photographed. */
async function sideBySide(browser: Browser, pictures: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage({ deviceScaleFactor: SCALE });
  const images = pictures.map(
    (picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`,
  );
  await page.setContent(`<style>
      body { display: flex; gap: 32px; width: max-content; margin: 0; padding: 32px; background: #dcd8cb }
      img { width: ${SCREEN.width}px; border-radius: 32px }
    </style>${images.join('')}`);
  const picture = await page.locator('body').screenshot();
  return sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toBuffer();
}

const server = await startBuiltServer();
const browser = await chromium.launch({
  executablePath: ensureBrowser().path,
  args: ['--no-sandbox'],
});
try {
  const pictures: Buffer[] = [];
  for (const shot of await chooseShots(server.url)) {
    pictures.push(await shoot(browser, server.url, shot));
  }
  writeFileSync(OUT, await sideBySide(browser, pictures));
} finally {
  await browser.close();
  await server.stop();
}
