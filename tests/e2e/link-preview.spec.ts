import type { APIRequestContext } from '@playwright/test';

import { openNewGiveaway } from '../fixtures/e2e/giveaways.ts';
import { findFeatured } from '../fixtures/e2e/page-paths.ts';
import { expectSound } from '../fixtures/e2e/screen.ts';
import { fetchTravelling, paintsAtOnce } from '../fixtures/e2e/first-window.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

/** With the keypad, which follows what is painted. */
const MAX_PAGE_BYTES = 16_000;

/** What a messenger reads of a link: it runs no script. */
async function previewOf(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  const html = await response.text();
  const tag = (key: string): string =>
    new RegExp(`<meta (?:property|name)="${key}" content="([^"]*)">`).exec(html)?.[1] ?? '';
  return {
    status: response.status(),
    title: tag('og:title'),
    description: tag('og:description'),
    address: tag('og:url'),
    picture: tag('og:image'),
    card: tag('twitter:card'),
  };
}

test('a voucher’s link shows prize, title and the creator’s picture', async ({ url, request }) => {
  const voucher = await findFeatured(url, ({ media_type: type }) => type === 'image');
  const preview = await previewOf(request, `/v/${voucher.ulid}`);
  expect(preview).toMatchObject({
    title: expect.stringMatching(/^Win \S+: guess the hidden digits$/),
    description: expect.stringContaining(`A voucher by @${voucher.creator}.`),
    address: `${url}/v/${voucher.ulid}`,
    card: 'summary_large_image',
  });
  expect(preview.picture.startsWith(`${url}/covers/`)).toBe(true);
  const picture = await request.get(preview.picture);
  expect(picture.headers()['content-type']).toBe('image/webp');
});

test('a link to a voucher without a cover shows the app', async ({ url, request }) => {
  const { ulid } = await openNewGiveaway(url);
  const { picture, title } = await previewOf(request, `/v/${ulid}?ref=ADA42`);
  expect(title).toBe('Win ₦1,000: guess the hidden digits');
  expect((await request.get(picture)).headers()['content-type']).toBe('image/png');
});

test.describe('the featured giveaway', () => {
  test('comes with its document, which paints from the first window', async ({ url, request }) => {
    const preview = await previewOf(request, '/featured-giveaway');
    expect(preview.status).toBe(200);
    expect(preview.title).toMatch(/^Win /);
    expect(preview.address).toBe(`${url}/featured-giveaway`);
    const page = await fetchTravelling(`${url}/featured-giveaway`);
    expect(page.bytes).toBeLessThanOrEqual(MAX_PAGE_BYTES);
    expect(paintsAtOnce(page)).toBe(true);
  });

  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false });
    test('is a ticket with prize, code and a way on', async ({ page, url }) => {
      const first = await findFeatured(url);
      await page.goto('/featured-giveaway');
      await expect(page.getByText(`@${first.creator}`).first()).toBeVisible();
      await expect(page.getByRole('group', { name: /digits hidden/ })).toBeVisible();
      await expect(page.getByRole('link', { name: /^Claim / })).toHaveAttribute(
        'href',
        `/v/${first.ulid}`,
      );
    });
  });

  test('stays as it was painted, and leads to its voucher', async ({ page, url }) => {
    const first = await findFeatured(url);
    await page.goto('/featured-giveaway');
    await expect(page.getByRole('heading', { name: 'Log in to guess' })).toBeVisible();
    await expectSound(page);
    await page.getByRole('link', { name: /^Claim / }).click();
    await expect(page).toHaveURL(`/v/${first.ulid}`);
  });
});
