import type { Page, Route } from '@playwright/test';

import { findFeatured } from '../fixtures/e2e/page-paths.ts';
import { controlServiceWorker } from '../fixtures/e2e/device.ts';
import { recordShifts, reportShifts } from '../fixtures/e2e/layout-shift.ts';
import { untilRunning } from '../fixtures/e2e/screen.ts';
import { expect, test, testInstalled } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

const SCREENS = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;
/** What comes late would move things between two looks; what is missing lies still. */
const LEFT_OUT = new Set(['image', 'font', 'media']);

/** A page whose app never starts; its style sheet arrives when it is let in. */
async function holdStyles(page: Page): Promise<() => Promise<void>> {
  let held: Route | undefined;
  await page.route('**', async (route) => {
    const type = route.request().resourceType();
    if (type === 'stylesheet') held = route;
    else if (LEFT_OUT.has(type)) await route.abort();
    else if (type !== 'script') await route.continue();
  });
  return async () => {
    await held?.continue();
    await page.waitForFunction(
      () => document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet,
    );
  };
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

const voucherPath = async (url: string): Promise<string> => `/v/${(await findFeatured(url)).ulid}`;

for (const name of ['/welcome', 'a voucher']) {
  test(`${name} looks the same before its style sheet and after`, async ({ page, url }) => {
    const letStylesIn = await holdStyles(page);
    const path = name === '/welcome' ? name : await voucherPath(url);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(1);
    await expect(page.locator('[data-painting]')).toHaveCount(0);

    const before = await looks(page);
    expect(before['light']?.length).toBeGreaterThan(100);
    expect(before['light']).not.toEqual(before['dark']);
    await letStylesIn();
    expect(await looks(page)).toEqual(before);
  });
}

const hasFace = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Goodies Display') && status === 'loaded',
    ),
  );

for (const width of [320, 390, 1280])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('the display face comes to a first page late, and moves nothing', async ({
      page,
      url,
    }) => {
      const shifts = await recordShifts(page.context());
      for (const path of ['/welcome', await voucherPath(url)]) {
        let letIn = (): void => undefined;
        const held = new Promise<void>((resolve) => {
          letIn = resolve;
        });
        await page.route('**/*.woff2', async (route) => {
          await held;
          await route.continue();
        });
        // Asked for early enough, the face holds up the event `load`.
        await page.goto(path, { waitUntil: 'commit' });
        await untilRunning(page);
        await settle(page);
        await shifts.flush(page);
        const before = shifts.all().length;
        expect(await hasFace(page)).toBe(false);
        letIn();
        await expect.poll(() => hasFace(page)).toBe(true);
        await shifts.flush(page);
        const { sum, lines } = reportShifts(shifts.all().slice(before));
        expect(sum, lines.join('\n')).toBeLessThan(0.005);
        await page.unroute('**/*.woff2');
      }
    });
  });

testInstalled('a cached display face is there at once', async ({ page }) => {
  await page.goto('/welcome');
  await controlServiceWorker(page);
  await page.reload();
  await expect.poll(() => hasFace(page)).toBe(true);
});

for (const { width } of SCREENS)
  test.describe(`at ${width} px`, () => {
    // The window has its size before there is a page: one that was laid out for another would move.
    test.use({ viewport: { width, height: 800 } });

    test('nothing moves while a page comes to life', async ({ page, url }) => {
      const shifts = await recordShifts(page.context());
      const voucher = await voucherPath(url);
      for (const path of ['/welcome', voucher, voucher.replace('/v/', '/lv/')]) {
        await page.goto(path);
        await untilRunning(page);
        await settle(page);
        await shifts.flush(page);
        expect(
          shifts.all().filter(({ value }) => value > 0.01),
          path,
        ).toEqual([]);
      }
    });
  });

test('the style sheet is fetched once, and again where it could not be had', async ({ page }) => {
  const asked: string[] = [];
  await page.route('**/assets/*.css', (route) => {
    asked.push(route.request().url());
    return asked.length === 1 ? route.abort() : route.continue();
  });
  await page.goto('/welcome');
  await untilRunning(page);
  await expect.poll(() => asked.length).toBe(2);
  await page.getByRole('link', { name: 'Log In' }).first().click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(asked).toHaveLength(2);
  expect(new Set(asked).size).toBe(1);
});
