import { controlServiceWorker } from '../fixtures/e2e/device.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { findOwnPages } from '../fixtures/e2e/page-paths.ts';
import { SCREENS } from '../fixtures/e2e/screens.ts';
import { expect, testInstalled } from '../fixtures/e2e/test.ts';
import { openAs, walkScreens } from '../fixtures/e2e/walk-screens.ts';

testInstalled.use({ sharing: 'looking' });

/** The whole of it, at each width and as each role, is `npm run pictures`; here is what differs. */
const AXE_AT = [320];

/** Those that are not the same for a stranger as for the creator. */
const NOT_FOR_STRANGERS = SCREENS.filter(({ creator, stranger }) => creator !== stranger);

for (const role of ['visitor', 'creator'] as const) {
  testInstalled(`every screen as a ${role}, and again without a network`, async ({ page, url }) => {
    testInstalled.setTimeout(900_000);
    const own = await findOwnPages(url);
    await openAs(page, url, role);
    await walkScreens(page, SCREENS, own, role, { axeAt: AXE_AT });
    await controlServiceWorker(page);
    await setNetwork(page, 'lost');
    await walkScreens(page, SCREENS, own, role, { axeAt: [], isOffline: true });
  });
}

testInstalled('what is a creator’s, as a stranger, also offline', async ({ page, url }) => {
  const own = await findOwnPages(url);
  await openAs(page, url, 'stranger');
  expect(NOT_FOR_STRANGERS.length).toBeGreaterThan(1);
  await walkScreens(page, NOT_FOR_STRANGERS, own, 'stranger', { axeAt: AXE_AT });
  await controlServiceWorker(page);
  await setNetwork(page, 'lost');
  await walkScreens(page, NOT_FOR_STRANGERS, own, 'stranger', { axeAt: [], isOffline: true });
});
