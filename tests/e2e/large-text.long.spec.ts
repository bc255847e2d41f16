import type { Browser, BrowserContext, Page } from '@playwright/test';

import { walkToRedeemed } from '../fixtures/e2e/flows/hand-over-flow.ts';
import { walkToShared } from '../fixtures/e2e/flows/post-flow.ts';
import { untilStill, type Walk } from '../fixtures/e2e/flows/walk.ts';
import { walkToTheMoney } from '../fixtures/e2e/flows/win-flow.ts';
import { findLayoutFaults, setTextSize } from '../fixtures/e2e/layout.ts';
import { expectAccessible } from '../fixtures/e2e/screen.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

const NARROW = { width: 320, height: 640 };
const LARGE_TEXT_PX = 32;

/** Sends somebody who reads large text through a flow: after each step all of it is seen, and accessible. */
async function sendWithLargeText(
  { browser, url }: { readonly browser: Browser; readonly url: string },
  flow: (walk: Walk) => Promise<void>,
): Promise<void> {
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  const pickUp = async (): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: url,
      viewport: NARROW,
      locale: 'en-NG',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    contexts.push(context);
    const page = await context.newPage();
    await setTextSize(page, LARGE_TEXT_PX);
    return page;
  };
  try {
    await flow({
      page: await pickUp(),
      url,
      openPhone: pickUp,
      look: async (page, name) => {
        await untilStill(page);
        await expect(page.locator(':root')).toHaveCSS('font-size', `${LARGE_TEXT_PX}px`);
        faults.push(...(await findLayoutFaults(page)).map((fault) => `${name}: ${fault}`));
        await expectAccessible(page);
      },
    });
    expect(faults).toEqual([]);
  } finally {
    for (const context of contexts) await context.close().catch(() => undefined);
  }
}

for (const { title, walk } of [
  { title: 'from a shared link to money in the bank', walk: walkToTheMoney },
  { title: 'from a payment voucher to its redemption by another person', walk: walkToRedeemed },
  { title: 'from an empty form to a giveaway that is live and shared', walk: walkToShared },
]) {
  test(`${title}, with text at 200 % on the narrowest phone`, async ({ browser, url }) => {
    await sendWithLargeText({ browser, url }, walk);
  });
}

test('the ticket in the bar of a phone leaves its neighbours in sight', async ({ page }) => {
  await page.setViewportSize(NARROW);
  await setTextSize(page, LARGE_TEXT_PX);
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Main, mobile' });
  const ticket = await bar
    .getByRole('button', { name: 'Voucher' })
    .locator('span')
    .first()
    .boundingBox();
  const icons = bar.getByRole('link').locator('svg');
  await expect(icons).toHaveCount(4);
  for (const icon of await icons.all()) {
    const box = await icon.boundingBox();
    if (!ticket || !box) throw new Error('the bar is not drawn');
    expect(box.x >= ticket.x + ticket.width || box.x + box.width <= ticket.x).toBe(true);
  }
});
