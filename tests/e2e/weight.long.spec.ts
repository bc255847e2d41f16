import { fetchTravelling, paintsAtOnce } from '../fixtures/e2e/first-window.ts';
import { expect, test, testInstalled } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

/** With a cover's preview, and the keypad behind what is painted. A page that is larger says that something has come into every page of its kind. */
const MAX_PAGE_BYTES = 17_900;
const MAX_COVER_BYTES = 40_000;
const PAST_THE_LAST_DEMO_VOUCHER = 40;

test('every voucher of the demo paints from the first congestion window', async ({ url }) => {
  const tooLarge: [string, number][] = [];
  let looked = 0;
  for (let id = 1; id < PAST_THE_LAST_DEMO_VOUCHER; id += 1) {
    const page = await fetchTravelling(`${url}/v/${id}`);
    // Private and missing ones come without data, as a placeholder.
    if (!page.html.includes('id="seed"')) continue;
    looked += 1;
    if (page.bytes > MAX_PAGE_BYTES || !paintsAtOnce(page)) tooLarge.push([`/v/${id}`, page.bytes]);
  }
  expect(looked).toBeGreaterThan(10);
  expect(tooLarge).toEqual([]);
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

testInstalled('a first installation fetches only the open page', async ({ context, page }) => {
  const fetched: string[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker()) fetched.push(new URL(request.url()).pathname);
  });
  await page.goto('/welcome');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const files = fetched.filter((path) => !/^\/(?:sw|assets\/service-worker-.*)\.js$/.test(path));
  expect(files).toContain('/welcome');
  // The shell stands in for every page that is not cached.
  const pages = files.filter((path) => !path.startsWith('/assets/'));
  expect(new Set(pages)).toEqual(new Set(['/welcome', '/shell.html']));
  expect(files.length).toBeLessThanOrEqual(24);
});
