import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';

import { walkToRedeemed } from '../fixtures/e2e/flows/hand-over-flow.ts';
import { walkToShared } from '../fixtures/e2e/flows/post-flow.ts';
import { untilStill } from '../fixtures/e2e/flows/walk.ts';
import { walkToTheMoney } from '../fixtures/e2e/flows/win-flow.ts';
import { expect, test, watchFaults } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

const FOLDER = fileURLToPath(new URL('../../pictures', import.meta.url));
const FLOWS = { win: walkToTheMoney, 'hand-over': walkToRedeemed, post: walkToShared };
const SCREENS = {
  320: { width: 320, height: 640 },
  390: { width: 390, height: 844 },
  1280: { width: 1280, height: 800 },
};
const THEMES = ['light', 'dark'] as const;

/** A picture of one step in each theme: `pictures/win/03-sign-up-390-dark.png`. */
async function take(page: Page, flow: string, step: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await untilStill(page);
    await page.screenshot({ path: path.join(FOLDER, flow, `${step}-${width}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

for (const [flow, walk] of Object.entries(FLOWS)) {
  for (const [width, viewport] of Object.entries(SCREENS)) {
    test(`${flow} at ${width} px`, async ({ browser, url }) => {
      const faults: (readonly string[])[] = [];
      const pages: Page[] = [];
      const pickUp = async (): Promise<Page> => {
        const context = await browser.newContext({
          baseURL: url,
          viewport,
          locale: 'en-NG',
          reducedMotion: 'reduce',
          serviceWorkers: 'block',
          permissions: ['clipboard-read', 'clipboard-write'],
        });
        faults.push(watchFaults(context).faults);
        const page = await context.newPage();
        pages.push(page);
        return page;
      };
      let steps = 0;
      try {
        await walk({
          page: await pickUp(),
          url,
          openPhone: pickUp,
          look: async (page, name) => {
            steps += 1;
            await take(page, flow, `${String(steps).padStart(2, '0')}-${name}`);
          },
        });
        expect(faults.flat()).toEqual([]);
      } finally {
        for (const page of pages) await page.context().close();
      }
    });
  }
}
