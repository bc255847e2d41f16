import type { Page } from '@playwright/test';

import type { Voucher, VoucherListAnswer } from '../../contract/vouchers.ts';
import { callApi, demoPerson, logInByApi } from '../fixtures/e2e/people.ts';
import { expectAccessible, untilRunning } from '../fixtures/e2e/screen.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'looking', contextOptions: { reducedMotion: 'no-preference' } });

const video = (page: Page) => page.locator('video');

async function findFilm(url: string): Promise<Voucher> {
  const { token } = await logInByApi(url, demoPerson('kofi'));
  const { data } = await callApi<VoucherListAnswer>(url, '/api/v1/vouchers?per_page=100', {
    token,
  });
  const film = data.data.find(({ media_type: type }) => type === 'video');
  if (!film) throw new Error('the demo has no giveaway with a video');
  return film;
}

async function connectBy(page: Page, connection: object): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { value });
  }, connection);
}

function watchFilm(page: Page, { ad_cover: source }: Voucher): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(source ?? '')) asked.push(request.url());
  });
  return asked;
}

test('a video plays silently while in sight; a tap pauses it', async ({ page, url }) => {
  const film = await findFilm(url);
  await connectBy(page, { effectiveType: '4g', saveData: false });
  await page.goto(`/v/${film.ulid}`);
  await untilRunning(page);
  await expect(video(page)).toHaveJSProperty('paused', false);
  await expect(video(page)).toHaveJSProperty('muted', true);
  await expect
    .poll(() =>
      page.getByRole('progressbar', { name: 'Video progress' }).getAttribute('aria-valuenow'),
    )
    .not.toBe('0');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(video(page)).toHaveJSProperty('paused', true);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(video(page)).toHaveJSProperty('paused', false);

  const cover = await video(page).boundingBox();
  // Anywhere on the picture, not on a button that shows.
  await page.mouse.click((cover?.x ?? 0) + 60, (cover?.y ?? 0) + (cover?.height ?? 0) / 2);
  await expect(video(page)).toHaveJSProperty('paused', true);
  await page.getByRole('button', { name: 'Turn sound on' }).click();
  await expect(video(page)).toHaveJSProperty('muted', false);
  await expectAccessible(page);
});

for (const [surroundings, connection] of [
  ['data saver', { effectiveType: '4g', saveData: true }],
  ['a slow connection', { effectiveType: '2g', saveData: false }],
] as const) {
  test(`with ${surroundings} no video loads before it is played`, async ({ page, url }) => {
    const film = await findFilm(url);
    const asked = watchFilm(page, film);
    await connectBy(page, connection);
    await page.goto(`/v/${film.ulid}`);
    await untilRunning(page);
    const play = page.getByRole('button', { name: /^Play video \(\d+(\.\d)? [KM]B\)$/ });
    await expect(play).toBeVisible();
    // Whatever loads by itself has done so once the page is idle.
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    await play.click();
    await expect(video(page)).toHaveJSProperty('paused', false);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
  });
}
