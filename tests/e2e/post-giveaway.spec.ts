import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { COVER_IMAGE_MAX_BYTES } from '../../contract/constants.ts';
import type { VoucherAnswer } from '../../contract/vouchers.ts';
import { sidewaysPhoto } from '../fixtures/cover-files.ts';
import { openGiveaway, topUpByApi } from '../fixtures/e2e/giveaways.ts';
import { callApi, signUpByApi, type ApiPerson } from '../fixtures/e2e/people.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/e2e/screen.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

const preview = (page: Page) => page.getByRole('group', { name: 'Preview' });
const hardness = (page: Page) => page.getByRole('region', { name: 'How hard it is' });
const cost = (page: Page) => page.getByRole('region', { name: 'What you pay' });
const file = (page: Page) => page.getByLabel('Cover', { exact: true });
const chosen = (page: Page) => preview(page).getByRole('img', { name: 'The cover you chose' });

async function openForm(page: Page, url: string, balance = 0): Promise<ApiPerson> {
  const creator = await signUpByApi(url, 'creator');
  if (balance > 0) await topUpByApi(url, creator, balance);
  await signIn(page, url, creator, '/post-voucher');
  await expect(preview(page)).toContainText(`@${creator.username}`);
  return creator;
}

async function fillByViews(page: Page, prize: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Prize' }).fill(prize);
  await page.getByText('2 digits').click();
  await page.getByLabel('A digit opens at').fill('5000');
}

test('the ticket, the price and the safety facts follow the form', async ({ page, url }) => {
  await openForm(page, url);
  await page.getByRole('textbox', { name: 'Prize' }).fill('25000');
  await expect(preview(page)).toContainText('₦25,000');
  await expect(cost(page)).toContainText('Fee, 10%₦2,500');
  await expect(cost(page)).toContainText('Total₦27,500');
  await expect(cost(page)).toContainText('Insufficient wallet balance');

  await expect(hardness(page).getByRole('row', { name: /^4 hidden/ })).toHaveText(
    '4 hidden10,000 codes10 days 10 h2 h 29 min',
  );
  await page.getByText('2 digits').click();
  await expect(preview(page)).toContainText('2 left');
  await expect(hardness(page).getByRole('row', { name: /^1 left/ })).toContainText('14 min');
  await page.getByLabel('A digit opens at').fill('5000');
  await expect(preview(page)).toContainText('0 / 5,000 views');
  await page.getByText('Expiry date').click();
  await page.getByLabel('Ends on').fill('2030-01-02T20:00');
  await expect(preview(page)).toContainText('Until 2 Jan 2030, 20:00');
  await page.getByText('Lottery', { exact: true }).first().click();
  await expect(hardness(page)).toContainText('one person covers 20% of them, 5 people together');
  await page.getByLabel('Entries close on').fill('2030-01-02T20:00');
  await expect(preview(page)).toContainText('Draw 2 Jan, 20:00');
  // A lottery ends with its draw.
  await expect(preview(page)).not.toContainText('Until');

  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a photo is made upright and small on the phone, and comes back as the cover', async ({
  page,
  url,
}) => {
  const creator = await openForm(page, url, 1_100);
  await fillByViews(page, '1000');
  await file(page).setInputFiles({
    name: 'holiday.jpg',
    mimeType: 'image/jpeg',
    buffer: await sidewaysPhoto(2_000, 1_500),
  });
  await expect(page.getByText(/^holiday\.jpg .*, sent as \d+ KB$/)).toBeVisible();
  await expect(chosen(page)).toHaveJSProperty('naturalWidth', 1_280);
  await expect(chosen(page)).toHaveJSProperty('naturalHeight', 960);
  await page.getByRole('button', { name: 'Post and pay from wallet' }).click();
  await expect(page).toHaveURL(/\/v\/[0-9A-Z]{26}$/);
  const ulid = new URL(page.url()).pathname.slice('/v/'.length);
  const { voucher } = await callApi<VoucherAnswer>(url, `/api/v1/vouchers/${ulid}`, creator);
  expect(voucher).toMatchObject({ status: 'active', media_type: 'image' });
  expect(voucher.cover?.srcset).toContain('1280w');
});

test.describe('what leaves the phone', () => {
  // To look into the file that the page holds.
  test.use({ bypassCSP: true });

  test('tells nothing of where and by whom a photo was taken', async ({ page, url }) => {
    await openForm(page, url);
    const buffer = await sidewaysPhoto(1_600, 1_200);
    expect(buffer.includes('SECRET-ARTIST')).toBe(true);
    await file(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
    const sent = await chosen(page).evaluate(async (image: HTMLImageElement) => {
      const bytes = await (await fetch(image.src)).arrayBuffer();
      return new TextDecoder('latin1').decode(bytes);
    });
    expect(sent.slice(8, 12)).toBe('WEBP');
    expect(sent).not.toContain('SECRET-ARTIST');
    expect(sent.length).toBeLessThan(buffer.length);
  });
});

test('a picture over the limit is taken, since less of it is sent; no other file is', async ({
  page,
  url,
}) => {
  await openForm(page, url);
  // What cameras put behind the picture itself makes many of them this large.
  const buffer = Buffer.concat([
    await sidewaysPhoto(800, 600),
    Buffer.alloc(COVER_IMAGE_MAX_BYTES),
  ]);
  await file(page).setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer });
  await expect(chosen(page)).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(chosen(page)).toBeHidden();
  await file(page).setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expect(file(page)).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('textbox', { name: 'Prize' }).fill('1000');
  await page.getByText('2 digits').click();
  await page.getByLabel('A digit opens at').fill('5000');
  await page.getByRole('radio', { name: /^Paystack/ }).check();
  await page.getByRole('button', { name: 'Post and pay', exact: true }).click();
  await expect(file(page)).toBeFocused();
});

test('what is missing is said at its field, from the top', async ({ page, url }) => {
  await openForm(page, url);
  await page.getByRole('button', { name: 'Post and pay from wallet' }).click();
  const prize = page.getByRole('textbox', { name: 'Prize' });
  await expect(prize).toBeFocused();
  await expect(prize).toHaveAccessibleDescription('Please enter a valid amount (min ₦100)');
  await expect(page.getByText('Enter a number of views')).toHaveCount(2);
  await prize.fill('1000');
  await expect(page.getByText(/Please enter a valid amount/)).toBeHidden();
});

test('a giveaway can be paid by a processor, and comes back active', async ({ page, url }) => {
  await openForm(page, url);
  await fillByViews(page, '1000');
  await page.getByRole('radio', { name: /^Paystack/ }).check();
  await page.getByRole('button', { name: 'Post and pay', exact: true }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page).toHaveURL(/\/my-vouchers/);
  await expect(page.getByText('Voucher payment verified successfully!')).toBeVisible();
});

test('its creator gives an open giveaway another cover, and sees it before it is sent', async ({
  page,
  url,
}) => {
  const creator = await signUpByApi(url, 'creator');
  const { ulid } = await openGiveaway(url, creator);
  await signIn(page, url, creator, '/my-vouchers');
  await page.getByRole('button', { name: 'Change cover' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change cover' });
  const use = sheet.getByRole('button', { name: 'Use this cover' });
  await use.click();
  await expect(file(page)).toHaveAccessibleDescription('Choose a picture or a video');
  const buffer = await sidewaysPhoto(1_600, 1_200);
  await file(page).setInputFiles({ name: 'new.jpg', mimeType: 'image/jpeg', buffer });
  await expect(sheet.getByRole('img', { name: 'The cover you chose' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await setNetwork(page, 'lost');
  await expect(use).toBeDisabled();
  await expect(sheet).toContainText('You are offline');
  await setNetwork(page, 'found');
  await page.route('**/update-cover', (route) => route.fulfill({ status: 500, body: 'broken' }), {
    times: 1,
  });
  await use.click();
  await expect(sheet.getByRole('alert')).toHaveText('Failed to update voucher ad cover');
  await use.click();
  await expect(page.getByText('Cover changed')).toBeVisible();
  await expect(sheet).toBeHidden();

  await page.goto(`/v/${ulid}`);
  const { voucher } = await callApi<VoucherAnswer>(url, `/api/v1/vouchers/${ulid}`, creator);
  expect(voucher.media_type).toBe('image');
  await expect(page.locator(`img[src="${voucher.cover?.src}"]`)).toBeVisible();

  // A video takes a frame of itself along, which is shown where it may not play by itself.
  await page.goto('/my-vouchers');
  await page.getByRole('button', { name: 'Change cover' }).click();
  await file(page).setInputFiles('server/demo/covers/ticket-film.webm');
  await expect(sheet.getByLabel('The cover you chose')).toBeVisible();
  await use.click();
  await expect(sheet).toBeHidden();
  const { voucher: filmed } = await callApi<VoucherAnswer>(
    url,
    `/api/v1/vouchers/${ulid}`,
    creator,
  );
  expect(filmed.media_type).toBe('video');
  const poster = await fetch(new URL(filmed.cover?.src ?? '', url));
  const { entropy } = await sharp(await poster.arrayBuffer()).stats();
  // A black or an empty frame has none.
  expect(entropy).toBeGreaterThan(1);
});
