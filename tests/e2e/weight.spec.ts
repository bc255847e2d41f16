import { APP_PACKS } from '../../contract/app-pack.ts';
import { expect, test, testInstalled } from '../fixtures/e2e-test.ts';

/** One congestion window: what a server may send before it has heard from the phone that it arrives. */
const MAX_PAGE_BYTES = 14_000;
const MAX_COVER_BYTES = 40_000;
const PAST_THE_LAST_DEMO_VOUCHER = 40;

test('every voucher of the demo comes with its data in one congestion window', async ({
  url,
  request,
}) => {
  const sizes: [string, number][] = [];
  for (let id = 1; id < PAST_THE_LAST_DEMO_VOUCHER; id += 1) {
    const response = await request.get(`${url}/v/${id}`, { headers: { 'accept-encoding': 'br' } });
    const html = await response.text();
    // Private and missing ones come without data, as everybody's outline.
    if (!html.includes('id="seed"')) continue;
    expect(response.headers()['content-encoding']).toBe('br');
    sizes.push([`/v/${id}`, Number(response.headers()['content-length'])]);
  }
  expect(sizes.length).toBeGreaterThan(10);
  expect(sizes.filter(([, bytes]) => !(bytes > 0 && bytes <= MAX_PAGE_BYTES))).toEqual([]);
});

test('the cover that a phone picks weighs little', async ({ url, page }) => {
  const covers: number[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/covers/'))
      covers.push(Number(response.headers()['content-length']));
  });
  for (let id = 1; id < PAST_THE_LAST_DEMO_VOUCHER && covers.length === 0; id += 1) {
    await page.goto(`${url}/v/${id}`, { waitUntil: 'load' });
  }
  expect(covers.length).toBeGreaterThan(0);
  for (const bytes of covers) expect(bytes).toBeLessThanOrEqual(MAX_COVER_BYTES);
});

testInstalled('a first installation brings the app in packs', async ({ context, page }) => {
  const alone: string[] = [];
  const packs: string[] = [];
  context.on('request', (request) => {
    if (!request.serviceWorker()) return;
    const { pathname } = new URL(request.url());
    (APP_PACKS.some((pack) => pack === pathname) ? packs : alone).push(pathname);
  });
  await page.goto('/welcome');
  await page.evaluate(() => navigator.serviceWorker.ready);
  expect(packs.toSorted()).toEqual(APP_PACKS);
  // The code of each first visit, which the browser has, and fetches again from its own cache.
  const kept = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().length;
  });
  expect(alone.length).toBeLessThan(15);
  expect(kept).toBeGreaterThan(10 * alone.length);
});
