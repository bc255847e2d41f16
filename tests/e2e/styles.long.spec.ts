import type { Page, Route } from '@playwright/test';

import type { FeaturedAnswer } from '../../contract/vouchers.ts';
import { callApi } from '../fixtures/e2e/people.ts';
import { untilRunning } from '../fixtures/e2e/screen.ts';
import { expect, test, testInstalled } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

const SCREENS = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;
/** What comes late would move things between two looks; what is missing lies still. */
const LEFT_OUT = new Set(['image', 'font', 'media']);

/** A page whose app never starts; its whole sheets arrive when they are let in. */
async function holdSheets(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route('**', async (route) => {
    const type = route.request().resourceType();
    if (type === 'stylesheet') held.push(route);
    else if (LEFT_OUT.has(type)) await route.abort();
    else if (type !== 'script') await route.continue();
  });
  return () => letIn(page, held);
}

/** One after the other, the last first: the browser has to sort in each before those that it has. */
async function letIn(page: Page, sheets: readonly Route[]): Promise<void> {
  const links = page.locator('link[rel="stylesheet"]');
  const loaded = (): Promise<number> =>
    links.evaluateAll((all) => all.filter((link) => (link as HTMLLinkElement).sheet).length);
  await expect.poll(() => sheets.length).toBe(await links.count());
  const urls = await links.evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
  for (const [at, url] of urls.toReversed().entries()) {
    await sheets.find((route) => route.request().url() === url)?.continue();
    await expect.poll(loaded, { intervals: [20] }).toBe(at + 1);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

/** For each element and its pseudo-elements what it is and a digest of all its computed styles. */
const digests = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.cancel();
    const digest = (style: CSSStyleDeclaration): number => {
      let hash = 0;
      for (const property of style) {
        // Shows nothing by itself; a document carries those that it asks for.
        if (property.startsWith('--')) continue;
        for (const char of `${property}:${style.getPropertyValue(property)};`)
          hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) | 0;
      }
      return hash;
    };
    return [...document.querySelectorAll('html, body, body *')].flatMap((element, at) => {
      const name = `${at} ${element.localName}.${element.getAttribute('class') ?? ''}`;
      const own = `${name} ${digest(getComputedStyle(element))}`;
      const pseudo = ['::before', '::after']
        .map((kind) => [kind, getComputedStyle(element, kind)] as const)
        .filter(([, style]) => style.content !== 'none' && style.content !== 'normal')
        .map(([kind, style]) => `${name}${kind} ${digest(style)}`);
      return [own, ...pseudo];
    });
  });

/** No picture is outstanding of those that are in view. */
const settle = (page: Page) =>
  page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );

async function looks(page: Page): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { width, colorScheme } of SCREENS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    found[colorScheme] = await digests(page);
  }
  return found;
}

async function voucherPath(url: string): Promise<string> {
  const { data } = await callApi<FeaturedAnswer>(url, '/api/v1/vouchers/featured');
  return `/v/${data[0]?.ulid ?? ''}`;
}

for (const name of ['/welcome', 'a voucher']) {
  test(`${name} looks the same before its whole sheets are there and after`, async ({
    page,
    url,
  }) => {
    const letSheetsIn = await holdSheets(page);
    const path = name === '/welcome' ? name : await voucherPath(url);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    // The late script has asked for the sheets, and the page goes on painting without them.
    await expect(page.locator('link[rel="sheet"]')).toHaveCount(0);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

    const before = await looks(page);
    expect(before['light']?.length).toBeGreaterThan(100);
    expect(before['light']).not.toEqual(before['dark']);
    await letSheetsIn();
    expect(await looks(page)).toEqual(before);
  });
}

/** Whether the display face is on the screen. */
const hasFace = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Goodies Display') && status === 'loaded',
    ),
  );

testInstalled('the display face comes with the next page of a first visit', async ({ page }) => {
  await page.goto('/welcome');
  await expect
    .poll(() => page.evaluate(() => document.querySelector('link[as=font]')?.getAttribute('rel')))
    .toBe('preload');
  const isFetched = (): Promise<boolean> =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.woff2')),
    );
  await expect.poll(isFetched).toBe(true);
  expect(await hasFace(page)).toBe(false);
  await page.getByRole('link', { name: 'Log In' }).first().click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect.poll(() => hasFace(page)).toBe(true);
});

interface Move {
  /** The share of the screen that moved, times how far, as the browser reports it. */
  readonly value: number;
  /** How wide the window was, in CSS pixels, and what moved from where to where in it. */
  readonly width: number;
  readonly what: readonly string[];
}

/** From now on each page notes what moves on it without a tap and without a change of its window. */
async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Source = { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect };
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
    const moves: Move[] = [];
    Object.assign(window, { moves });
    const place = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].join(' ');
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        const what = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${(node as Element | null)?.className}: ${place(previousRect)} → ${place(currentRect)}`,
        );
        moves.push({ value, width: innerWidth, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

for (const { width } of SCREENS)
  test.describe(`at ${width} px`, () => {
    // The window has its size before there is a page: one that was laid out for another would move.
    test.use({ viewport: { width, height: 800 } });

    test('nothing moves while a page comes to life', async ({ page, url }) => {
      await watchMoves(page);
      const voucher = await voucherPath(url);
      for (const path of ['/welcome', voucher, voucher.replace('/v/', '/lv/')]) {
        await page.goto(path);
        await untilRunning(page);
        await settle(page);
        const moves = await page.evaluate(async () => {
          for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
          return (window as unknown as { moves: Move[] }).moves;
        });
        const large = moves.filter(({ value }) => value > 0.01);
        expect(large, path).toEqual([]);
      }
    });
  });

test('no sheet is loaded twice', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') fetched.push(request.url());
  });
  await page.goto('/welcome');
  await untilRunning(page);
  await page.getByRole('link', { name: 'Log In' }).first().click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  const links = await page
    .locator('link[rel="stylesheet"]')
    .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
  expect(links.length).toBeGreaterThan(3);
  expect(new Set(links).size).toBe(links.length);
  // What comes when the page is idle may follow in between.
  await expect.poll(() => links.filter((link) => !fetched.includes(link))).toEqual([]);
  expect(new Set(fetched).size).toBe(fetched.length);
});

test('a sheet of the document that could not be fetched is fetched again', async ({ page }) => {
  const html = await (await page.request.get('/welcome')).text();
  const sheets = Array.from(
    html.matchAll(/<link rel="sheet" href="([^"]+)">/g),
    ([, path = '']) => path,
  );
  expect(sheets.length).toBeGreaterThan(1);
  const [lost, fetched]: [string[], string[]] = [[], []];
  await page.route('**/assets/*.css', (route) => {
    const { pathname } = new URL(route.request().url());
    if (!sheets.includes(pathname) || lost.includes(pathname)) return route.continue();
    lost.push(pathname);
    return route.abort();
  });
  page.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto('/welcome');
  await expect.poll(() => sheets.filter((sheet) => !fetched.includes(sheet))).toEqual([]);
  expect(lost.toSorted()).toEqual(sheets.toSorted());
});
