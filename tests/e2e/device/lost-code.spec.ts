import type { Page } from '@playwright/test';

import { openGiveaway } from '../../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { signUpByApi } from '../../fixtures/e2e/people.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

/** The first request for such a file is broken off, as on a line that goes for a moment. */
async function loseOnce(page: Page, file: string): Promise<void> {
  let isLost = false;
  await page.route(new RegExp(`/assets/${file}-[^/]+\\.js$`), (route) => {
    if (isLost) return route.continue();
    isLost = true;
    return route.abort('connectionreset');
  });
}

const guess = (page: Page) => page.getByRole('textbox', { name: 'Your guess' });
const claim = (page: Page) => page.getByRole('button', { name: /^Claim ₦/ });

for (const file of ['react', 'entry-client', 'ticket', 'game', 'startup', 'later']) {
  test(`a first visit that loses ${file} on the way comes to life by itself`, async ({
    page,
    url,
    faults,
  }) => {
    const { ulid } = await openGiveaway(url, await signUpByApi(url, 'creator'), {});
    await loseOnce(page, file);
    await page.goto(`/v/${ulid}`);
    // What was tapped before the page was loaded anew is tapped once more.
    await expect(async () => {
      await claim(page).click({ timeout: 2_000 });
      await expect(guess(page)).toBeVisible({ timeout: 2_000 });
    }).toPass();
    // What waited for the lost code has failed with it.
    faults.length = 0;
  });
}

test('where the code of a guess is lost later, the page offers to be loaded anew', async ({
  page,
  url,
}) => {
  const { ulid } = await openGiveaway(url, await signUpByApi(url, 'creator'), {});
  let isLost = true;
  await page.route(/\/assets\/play-[^/]+\.js$/, (route) =>
    isLost ? route.abort('connectionreset') : route.continue(),
  );
  await page.goto(`/v/${ulid}`);
  await claim(page).click();
  await expect(page.getByText('Part of this page is missing')).toBeHidden();
  isLost = false;
  await setNetwork(page, 'lost');
  await setNetwork(page, 'found');
  await page.getByRole('button', { name: 'Reload' }).click();
  await claim(page).click();
  await expect(guess(page)).toBeVisible();
});
