import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';

import { controlServiceWorker } from '../fixtures/e2e/device.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { findOwnPages } from '../fixtures/e2e/page-paths.ts';
import { SCREENS, type Screen } from '../fixtures/e2e/screens.ts';
import { openAs, ROLES, walkScreens } from '../fixtures/e2e/walk-screens.ts';
import { testInstalled as test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

const FOLDER = fileURLToPath(new URL('../../pictures/screens', import.meta.url));
const WIDTHS = [320, 390, 1280];
const THEMES = ['light', 'dark'] as const;

/** `pictures/screens/creator/wallet-390-dark.png`, the whole page. */
async function take(page: Page, folder: string, { route }: Screen, width: number): Promise<void> {
  const words = route.replaceAll(/[^a-z-]+/gi, '_').replaceAll(/^_|_$/g, '');
  const name = words || (route === '/' ? 'home' : 'not-found');
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: path.join(FOLDER, folder, `${name}-${width}-${colorScheme}.png`),
      fullPage: true,
    });
  }
}

for (const role of ROLES) {
  test(`every screen as a ${role}, at each width`, async ({ page, url }) => {
    test.setTimeout(1_800_000);
    const own = await findOwnPages(url);
    await openAs(page, url, role);
    for (const network of ['found', 'lost'] as const) {
      if (network === 'lost') {
        await controlServiceWorker(page);
        await setNetwork(page, network);
      }
      await walkScreens(page, SCREENS, own, role, {
        axeAt: WIDTHS,
        isOffline: network === 'lost',
        look: (screen, width) => take(page, `${role}-${network}`, screen, width),
      });
    }
  });
}
