import type { Page } from '@playwright/test';

import { lotteryAt, openNewGiveaway } from '../../fixtures/e2e/giveaways.ts';
import { holdRequests } from '../../fixtures/e2e/network.ts';
import { untilRunning } from '../../fixtures/e2e/screen.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making', viewport: { width: 320, height: 640 } });

const DAY_MS = 86_400_000;

/** @returns px between the action's lower edge and what covers the page below it; less than 0 where it is hidden */
async function roomBelowClaim(page: Page): Promise<number> {
  const bar = await page.getByRole('navigation', { name: 'Main, mobile' }).boundingBox();
  const claim = page.getByRole('main').getByRole('button', { name: /^(?:Claim ₦|Enter free)/ });
  await expect(claim).toBeVisible();
  const box = await claim.boundingBox();
  return (bar?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0);
}

for (const [method, fields] of Object.entries({
  views: {},
  time: {
    reveal_method: 'time',
    second_reveal_views: '',
    remaining_time: `${Date.now() + 2 * DAY_MS}`,
  },
  lottery: lotteryAt(Date.now() + 2 * DAY_MS),
}))
  for (const colorScheme of ['light', 'dark'] as const)
    test(`by ${method}, claiming is above the fold of a small phone, ${colorScheme}`, async ({
      page,
      url,
    }) => {
      await page.emulateMedia({ colorScheme });
      const { ulid } = await openNewGiveaway(url, fields);
      const letGo = await holdRequests(page, '**/assets/*.js');
      await page.goto(`/v/${ulid}`, { waitUntil: 'commit' });
      expect(await roomBelowClaim(page), 'as the document has it').toBeGreaterThanOrEqual(0);
      letGo();
      await untilRunning(page);
      expect(await roomBelowClaim(page), 'once the app runs').toBeGreaterThanOrEqual(0);
      await page.context().setOffline(true);
      await expect(page.getByText(/offline/i).first()).toBeVisible();
      expect(await roomBelowClaim(page), 'under the line about the network').toBeGreaterThanOrEqual(
        0,
      );
      await page.context().setOffline(false);
    });
