import type { Page } from '@playwright/test';

import { LOCAL } from '../../contract/storage-keys.ts';
import { demoPerson, logIn } from '../fixtures/e2e/people.ts';
import { untilRunning, watchFirstTheme } from '../fixtures/e2e/screen.ts';
import { findFeatured, findOwnPages } from '../fixtures/e2e/page-paths.ts';
import { SCREENS, type Screen } from '../fixtures/e2e/screens.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

const isForUsers = ({ visitor, creator }: Screen): boolean =>
  creator.path === undefined && visitor.path?.startsWith('/login?next=') === true;
const MOVED = {
  '/withdrawal-history': '/transactions',
  '/send-money': '/payment-voucher',
} as const;

test.describe('addresses', () => {
  test('a visitor is sent to log in and comes back to the wanted page', async ({ page }) => {
    await page.goto('/wallet');
    await expect(page).toHaveURL(/\/login\?next=%2Fwallet$/);
    await logIn(page, demoPerson('kofi'));
    await expect(page).toHaveURL(/\/wallet$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('inside the app visitors are led to log in, and old addresses on', async ({ page, url }) => {
    test.slow();
    await page.goto('/welcome');
    await untilRunning(page);
    const own = await findOwnPages(url);
    for (const path of SCREENS.filter(isForUsers).map(({ open }) => open(own))) {
      // As a tap on a link does; each is loaded cold among all screens.
      await page.evaluate((to) => history.pushState({ key: to }, '', to), path);
      await expect(page, path).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
    }
    await logIn(page, demoPerson('kofi'));
    for (const [old, path] of Object.entries(MOVED)) {
      await page.goto(`${old}?page=2`);
      await expect(page).toHaveURL(`${path}?page=2`);
    }
    await page.goto('/merchant/stores/4');
    await expect(page.getByRole('heading', { name: 'Till' })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
  });

  test('an address that nothing stands at says so, with its status', async ({ page }) => {
    const response = await page.goto('/no/such/page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to home' }).click();
    await expect(page).toHaveURL(/\/welcome$/);
  });
});

test.describe('moving about', () => {
  test('going on starts at the top, going back returns to the place', async ({ page, url }) => {
    await signIn(page, url, demoPerson('kofi'), '/');
    const ticket = page
      .getByRole('main')
      .getByRole('link', { name: /voucher by @/ })
      .nth(7);
    await ticket.focus();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(200);
    // By keyboard: a tap by the test's hand might scroll once more.
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/v\//);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(ticket).toBeInViewport();
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before))
      .toBeLessThan(2);
  });

  test('a reload and a Back lead to the place that was left', async ({ page, url }) => {
    await signIn(page, url, demoPerson('kofi'));
    // With data saver on, nothing is fetched by scrolling.
    await page.evaluate((key) => localStorage.setItem(key, '1'), LOCAL.dataSaver);
    await page.goto(`${url}/?sort_by=amount`);
    const tickets = page.getByRole('main').getByRole('link', { name: /voucher by @/ });
    const place = (): Promise<[number, Record<string, number>]> =>
      page.evaluate(() => [scrollY, JSON.parse(sessionStorage.getItem('scroll') ?? '{}')]);
    const whole = async (): Promise<void> => {
      // Below the whole list, which was drawn row by row above the footer.
      await expect(tickets).toHaveCount(12);
      await expect(page.getByRole('button', { name: 'Load More' })).toBeVisible();
      await expect.poll(async () => (await place())[0]).toBe(520);
    };
    await expect(tickets).toHaveCount(12);
    await page.evaluate(() => scrollTo(0, 520));
    await expect.poll(async () => Object.values((await place())[1])).toContain(520);
    await page.reload();
    await whole();
    expect(Object.values((await place())[1])).toEqual([520]);

    await page.evaluate(() =>
      document.querySelector<HTMLElement>('main li a[href^="/v/"]')?.click(),
    );
    await expect(page.getByRole('heading', { level: 1 })).toContainText('voucher');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('voucher');
    await page.goBack();
    await whole();
  });

  test('the header leaves the way free and comes back', async ({ page }) => {
    await page.goto('/welcome');
    const brand = page.getByRole('link', { name: 'Goodies home' });
    await expect(brand).toBeInViewport();
    // The header follows once the app runs.
    await expect(async () => {
      await page.mouse.wheel(0, 700);
      await expect(brand).not.toBeInViewport({ timeout: 1_000 });
    }).toPass();
    await page.mouse.wheel(0, -120);
    await expect(brand).toBeInViewport();
  });
});

test.describe('the theme', () => {
  const groundOf = (page: Page): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const barsOf = (page: Page): Promise<string | undefined> =>
    page.evaluate(() => {
      const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
      const { content = '' } = metas.find(({ media }) => matchMedia(media).matches) ?? {};
      const [red, green, blue] = (content.match(/[\da-f]{2}/g) ?? []).map((hex) =>
        Number(`0x${hex}`),
      );
      return `rgb(${red}, ${green}, ${blue})`;
    });

  test('is kept, for the browser’s bars too, before the first paint', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    const firstTheme = await watchFirstTheme(page);

    await page.goto('/welcome');
    const light = await groundOf(page);
    expect(await firstTheme()).toBe('none');
    await page.getByRole('button', { name: 'Switch theme' }).click();
    await expect.poll(() => groundOf(page)).not.toBe(light);
    const dark = await groundOf(page);
    expect(await barsOf(page)).toBe(dark);
    for (const path of ['/welcome', '/login', '/no/such/page']) {
      await page.goto(path);
      expect(await firstTheme(), path).toBe('dark');
      expect(await groundOf(page), path).toBe(dark);
      expect(await barsOf(page), path).toBe(dark);
    }
    await page.getByRole('button', { name: 'Switch theme' }).click();
    await expect.poll(() => groundOf(page)).toBe(light);
    expect(await barsOf(page)).toBe(light);
  });

  test('follows the system until one is chosen', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/welcome');
    const light = await groundOf(page);
    expect(await barsOf(page)).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => groundOf(page)).not.toBe(light);
    expect(await barsOf(page)).toBe(await groundOf(page));
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('public pages can be read', async ({ page, url }) => {
    await page.goto('/welcome');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Sign Up' }).first(),
    ).toBeVisible();

    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();

    const voucher = await findFeatured(url);
    await page.goto(`/v/${voucher.ulid}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      voucher.amount.toLocaleString('en-NG'),
    );
    await expect(page.getByText(`@${voucher.creator}`).first()).toBeVisible();
    await expect(page.getByRole('group', { name: /^Voucher code/ }).first()).toBeVisible();
  });
});

test.describe('the browser', () => {
  test('runs no script that is not the app’s', async ({ page, faults }) => {
    await page.goto('/welcome');
    const hasRun = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.smuggled = true';
      document.head.append(script);
      return 'smuggled' in globalThis;
    });
    expect(hasRun).toBe(false);
    await expect.poll(() => faults.length).toBeGreaterThan(0);
    expect(faults[0]).toContain('Content Security Policy');
    faults.length = 0;
  });
});
