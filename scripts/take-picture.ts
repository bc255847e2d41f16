/** Takes the README's picture: `npm run build && npx tsx scripts/take-picture.ts`. */
import { writeFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import sharp from 'sharp';

import { withDemoShots } from './lib/demo-shots.ts';

const OUT = new URL('../docs/images/app.png', import.meta.url);
const SCREEN = { width: 390, height: 844 } as const;
const SCALE = 1.25;
const LOOK = { viewport: SCREEN, deviceScaleFactor: SCALE } as const;

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

await withDemoShots(
  ({ welcome, views, lottery }) => [
    { ...LOOK, path: welcome, colorScheme: 'light' },
    { ...LOOK, path: views, colorScheme: 'light' },
    { ...LOOK, path: lottery, colorScheme: 'dark' },
  ],
  async (pictures, browser) => writeFileSync(OUT, await sideBySide(browser, pictures)),
);
