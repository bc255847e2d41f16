import { expect, test, testInstalled } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

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
    // Private and missing ones come without data, as a placeholder.
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

testInstalled(
  'a first installation fetches what the open page needs, and no page or code of another',
  async ({ context, page }) => {
    const fetched: string[] = [];
    context.on('request', (request) => {
      if (request.serviceWorker()) fetched.push(new URL(request.url()).pathname);
    });
    // The rest is asked for once the page is calm.
    await context.route(/\/assets\/offline-/, (route) => route.abort());
    await page.goto('/welcome');
    await page.evaluate(() => navigator.serviceWorker.ready);
    const files = fetched.filter((path) => path !== '/sw.js');
    expect(files).toContain('/welcome');
    expect(
      files.filter((path) => path !== '/welcome' && !/^\/assets\/(?!offline-)/.test(path)),
    ).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(17);
  },
);
