// `npm run build && npx tsx scripts/take-pictures.ts` takes the pictures of the README and of the install prompt.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright';
import sharp from 'sharp';

import type { FeaturedAnswer } from '../contract/vouchers.ts';
import { ensureBrowser } from './find-browser.ts';
import { startBuiltServer } from './lib/built-server.ts';

const README_PICTURE = fileURLToPath(new URL('../docs/images/app.png', import.meta.url));
const SCREENSHOTS = new URL('../public/screenshots/', import.meta.url);
const PHONE = { width: 390, height: 844 } as const;
const README_SCALE = 1.25;
const QUALITY = 70;

async function findVoucher(url: string, method: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/vouchers/featured`);
  const { data } = (await answer.json()) as FeaturedAnswer;
  const [voucher] = data
    .filter((one) => one.reveal_method === method && one.cover)
    .toSorted((a, b) => b.amount - a.amount);
  if (!voucher) throw new Error(`no featured giveaway with the reveal method ${method}`);
  return `/v/${voucher.ulid}`;
}

async function shoot(
  browser: Browser,
  address: string,
  look: BrowserContextOptions,
): Promise<Buffer> {
  const context = await browser.newContext({
    ...look,
    reducedMotion: 'reduce',
    locale: 'en-NG',
    // The splash screen and the install prompt would cover the page.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator('main h1, main h2').first().waitFor();
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

async function sideBySide(browser: Browser, pictures: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage({ deviceScaleFactor: README_SCALE });
  const images = pictures.map(
    (picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`,
  );
  await page.setContent(`<style>
      body { display: flex; gap: 32px; width: max-content; margin: 0; padding: 32px; background: #dcd8cb }
      img { width: ${PHONE.width}px; border-radius: 32px }
    </style>${images.join('')}`);
  return page.locator('body').screenshot();
}

const server = await startBuiltServer();
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: ['--no-sandbox'],
});
try {
  const shots = [
    { name: 'welcome', path: '/welcome', colorScheme: 'light' },
    { name: 'voucher', path: await findVoucher(server.url, 'views'), colorScheme: 'light' },
    { name: 'lottery', path: await findVoucher(server.url, 'lottery'), colorScheme: 'dark' },
  ] as const;
  const save = async (name: string, path: string, look: BrowserContextOptions): Promise<void> => {
    const picture = sharp(await shoot(browser, `${server.url}${path}`, look));
    const target = fileURLToPath(new URL(`${name}.webp`, SCREENSHOTS));
    const { size } = await picture.webp({ quality: QUALITY, effort: 6 }).toFile(target);
    console.log(`${name}.webp ${Math.round(size / 1000)} KB`);
  };
  mkdirSync(SCREENSHOTS, { recursive: true });
  const inReadme: Buffer[] = [];
  for (const { name, path, colorScheme } of shots) {
    const look = { viewport: PHONE, colorScheme };
    await save(name, path, { ...look, deviceScaleFactor: 2 });
    const scaled = { ...look, deviceScaleFactor: README_SCALE };
    inReadme.push(await shoot(browser, `${server.url}${path}`, scaled));
  }
  await save('wide', '/welcome', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  const readme = sharp(await sideBySide(browser, inReadme));
  await readme.png({ palette: true, quality: 90, effort: 10 }).toFile(README_PICTURE);
} finally {
  await browser.close();
  await server.stop();
}
