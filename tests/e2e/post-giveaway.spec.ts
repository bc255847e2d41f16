import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

import { COVER_IMAGE_MAX_BYTES } from '../../contract/constants.ts';
import type { VoucherAnswer } from '../../contract/vouchers.ts';
import { sidewaysPhoto } from '../fixtures/cover-files.ts';
import { openGiveaway } from '../fixtures/e2e/giveaways.ts';
import { callApi, signUpByApi, type ApiPerson } from '../fixtures/e2e/people.ts';
import { expectAccessible, expectSound } from '../fixtures/e2e/screen.ts';
import { expectStep, fillReveal, fillSteps, goOn } from '../fixtures/e2e/giveaway-form.ts';
import { fetchWhole, holdRequests, setNetwork } from '../fixtures/e2e/network.ts';
import { signIn, signInNew } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

const preview = (page: Page) => page.getByRole('group', { name: 'Preview' });
const safety = (page: Page) => page.locator('details', { hasText: 'How safe is this?' });
const cost = (page: Page) => page.getByRole('region', { name: 'What you pay' });
const file = (page: Page) => page.getByLabel('Cover', { exact: true });
const chosen = (page: Page) => preview(page).getByRole('img', { name: 'The cover you chose' });
const prize = (page: Page) => page.getByRole('textbox', { name: 'Prize' });
const DESK = { width: 1280, height: 900 };

/** The colours of a bar as it is drawn, at a quarter and at three quarters of it. */
async function coloursAlong(bar: Locator): Promise<string[]> {
  const { data, info } = await sharp(await bar.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = Math.floor(info.height / 2) * info.width;
  return [0.25, 0.75].map((part) => {
    const at = (middle + Math.floor(info.width * part)) * info.channels;
    return `rgb(${data.subarray(at, at + info.channels).join(', ')})`;
  });
}

const tokensOf = (page: Page, ...names: string[]): Promise<string[]> =>
  page.evaluate((names) => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colours = names.map((name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return colours;
  }, names);

async function openForm(page: Page, url: string, path = '/post-voucher'): Promise<ApiPerson> {
  const creator = await signUpByApi(url, 'creator');
  await signIn(page, url, creator, path);
  await expect(page.getByRole('heading', { name: 'Post a giveaway' })).toBeVisible();
  return creator;
}

const middleOf = (box: Awaited<ReturnType<Locator['boundingBox']>>): [x: number, y: number] => {
  if (!box) throw new Error('it is not on the screen');
  return [box.x + box.width / 2, box.y + box.height / 2];
};

const photo = async () => ({
  name: 'holiday.jpg',
  mimeType: 'image/jpeg',
  buffer: await sidewaysPhoto(2_000, 1_500),
});

test('on a wide screen ticket, price and safety facts follow the form', async ({ page, url }) => {
  await page.setViewportSize(DESK);
  const { username } = await openForm(page, url);
  await expect(preview(page)).toContainText(`@${username}`);
  await prize(page).fill('25000');
  await expect(preview(page)).toContainText('₦25,000');
  await expect(cost(page)).toContainText('Fee, 10%₦2,500');
  await expect(cost(page)).toContainText('Total₦27,500');
  await expect(cost(page)).toContainText('Insufficient wallet balance');
  // No digit is invented before the server draws them.
  await expect(preview(page).getByRole('group', { name: /^Voucher code/ })).not.toHaveText(
    /\d(?! left)/,
  );

  // What farms would need is for those who ask.
  await expect(safety(page)).not.toContainText('a farm of');
  await safety(page).getByText('How safe is this?').click();
  await expect(safety(page)).toContainText(
    'One person can try every code in 10 days 10 h; a farm of 100 accounts, each with an e-mail address of its own, in 2 h 29 min.',
  );
  const farm = (accounts: string) =>
    safety(page).getByRole('row', { name: new RegExp(`^${accounts} accounts`) });
  await expect(farm('100')).toHaveText('100 accounts24 min2 h 29 minAt once');
  // So large a prize is for verified people unless its creator says otherwise.
  await expect(page.getByRole('radio', { name: /^Verified people/ })).toBeChecked();
  await page.getByRole('radio', { name: /^Accounts older than a week/ }).check();
  await expect(safety(page)).toContainText('a farm of 100 accounts, each a week old and');
  await page.getByText('2 digits').click();
  await expect(preview(page)).toContainText('2 left');
  await expect(farm('10')).toHaveText('10 accountsAt once14 minAt once');
  await page.getByLabel('A digit opens at').fill('5000');
  await expect(preview(page)).toContainText('0 / 5,000 views');
  await page.getByText('Expiry date').click();
  await page.getByLabel('Ends on').fill('2030-01-02T20:00');
  await expect(preview(page)).toContainText('Until 2 Jan 2030, 20:00');
  await page.getByText('Lottery', { exact: true }).first().click();
  await expect(safety(page)).toContainText('It takes 5 people to enter every code');
  await expect(safety(page)).toContainText('one person covers 20% of the codes, 5 people together');
  await page.getByLabel('Entries close on').fill('2030-01-02T20:00');
  await expect(preview(page)).toContainText('Draw 2 Jan, 20:00');
  // A lottery ends with its draw.
  await expect(preview(page)).not.toContainText('Until');
  await expectAccessible(page);

  // Beside the form, and there at its end as at its beginning.
  await page.getByRole('radio', { name: /^Paystack/ }).check();
  await expect(preview(page)).toBeInViewport();
  const [form, ticket] = await Promise.all([
    prize(page).boundingBox(),
    preview(page).boundingBox(),
  ]);
  expect(ticket?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
});

test('on a phone the steps survive Back, a reload and no network', async ({ page, url }) => {
  const creator = await signInNew(page, url, 'creator', { path: '/my-vouchers', naira: 1_100 });
  await page.getByRole('main').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: 'Giveaway' }).click();

  // Everything stands there already; what is missing is said at its field before the next step comes.
  await expect(prize(page)).toHaveValue('100');
  await prize(page).fill('');
  await page.getByRole('button', { name: 'Next: Reveal' }).click();
  await expect(prize(page)).toBeFocused();
  await expect(prize(page)).toHaveAccessibleDescription('Please enter a valid amount (min ₦100)');
  await prize(page).fill('1000');
  await expect(page.getByText(/Please enter a valid amount/)).toBeHidden();
  await expect(page.getByText('Total ₦1,100')).toBeInViewport();
  await goOn(page, 'Reveal');
  await expectAccessible(page);
  await expect(page.getByLabel('Second digit opens at')).toHaveValue('400');
  await page.getByText('2 digits').click();
  await page.getByLabel('A digit opens at').fill('');
  await page.getByRole('button', { name: 'Next: Look' }).click();
  await expect(page.getByText('Enter a number of views')).toBeVisible();
  await page.getByLabel('A digit opens at').fill('5000');
  await expect(page.getByText('Total ₦1,100')).toBeInViewport();
  await goOn(page, 'Look');
  await expect(preview(page)).toBeVisible();
  await file(page).setInputFiles(await photo());
  await expect(page.getByText(/, sent as \d+ KB$/)).toBeVisible();
  await expect(chosen(page)).toHaveJSProperty('naturalWidth', 1_280);
  await expect(chosen(page)).toHaveJSProperty('naturalHeight', 960);
  await expectSound(page);

  // The browser's way back goes one step back, the screen's as well; nothing is lost.
  await page.goBack();
  await expectStep(page, 'Reveal');
  await expect(page.getByLabel('A digit opens at')).toHaveValue('5000');
  await page.getByRole('button', { name: 'Back to Prize' }).click();
  await expect(prize(page)).toHaveValue('1,000');
  await goOn(page, 'Reveal');
  await goOn(page, 'Look');

  await page.reload();
  await expect(page.getByText('This is the draft that you left here.')).toBeVisible();
  await expect(chosen(page)).toHaveJSProperty('naturalWidth', 1_280);
  await goOn(page, 'Pay');
  await setNetwork(page, 'lost');
  const post = page.getByRole('button', { name: 'Post and pay' });
  await expect(post).toBeDisabled();
  await expect(page.getByText('Your draft is kept.')).toBeVisible();
  await setNetwork(page, 'found');
  await expect(cost(page)).toContainText('Total₦1,100');
  await expectSound(page);
  await post.click();

  const live = page.getByRole('dialog', { name: 'Your giveaway is live' });
  await expect(live.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(live.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  await expectSound(page);
  const ulid = new URL(page.url()).searchParams.get('new') ?? '';
  const { voucher } = await callApi<VoucherAnswer>(url, `/api/v1/vouchers/${ulid}`, creator);
  expect(voucher).toMatchObject({ status: 'active', media_type: 'image' });
  expect(voucher.cover?.srcset).toContain('1280w');

  // The poster: on paper alone, all of it on one sheet of A4.
  const poster = page.getByRole('article', { name: 'Poster' });
  await expect(poster).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(poster).toContainText('₦1,000');
  await expect(poster).toContainText('How to play');
  await expect(poster.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My Vouchers' })).toBeHidden();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12]/);
  await page.emulateMedia({ media: 'screen' });

  await live.getByRole('link', { name: 'Analytics' }).click();
  await expect(page).toHaveURL(`${url}/voucher-analytics/${ulid}`);
  // What was posted is no draft any more.
  await page.goto('/post-voucher');
  await expect(prize(page)).toHaveValue('100');
  await expect(page.getByText('This is the draft')).toHaveCount(0);
});

test('a payment without an answer is found and not repeated', async ({ page, url }) => {
  await signInNew(page, url, 'creator', { path: '/post-voucher', naira: 1_100 });
  await fillSteps(page, '1000');
  let sent = 0;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.context().route('**/api/v1/vouchers/payment/wallet', async (route) => {
    sent += 1;
    await held;
    await fetchWhole(route);
    await route.abort('connectionreset');
  });
  const other = await page.getByRole('radio', { name: /^Paystack/ }).boundingBox();
  await page.getByRole('button', { name: 'Post and pay' }).click();
  await expect(page.getByRole('button', { name: 'Paying' })).toBeVisible();
  // What is on its way cannot be written otherwise meanwhile.
  await page.mouse.click(...middleOf(other));
  await expect(page.getByRole('radio', { name: /^Wallet/, includeHidden: true })).toBeChecked();
  letGo();
  await expect(page.getByRole('dialog', { name: 'Your giveaway is live' })).toBeVisible();
  // The same request, with its key: once by the tap, and once at once when that broke.
  expect(sent).toBe(2);
  await page.goto('/post-voucher');
  await expect(prize(page)).toHaveValue('100');
});

test.describe('what leaves the phone', () => {
  // To look into the file that the page holds.
  test.use({ bypassCSP: true });

  test('tells nothing of where and by whom a photo was taken', async ({ page, url }) => {
    await openForm(page, url, '/post-voucher?step=look');
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

test('a picture over the limit is made smaller; other files are refused', async ({ page, url }) => {
  await openForm(page, url, '/post-voucher?step=look');
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
  await page.getByRole('button', { name: 'Next: Pay' }).click();
  await expect(file(page)).toBeFocused();
});

test('what is missing is shown in place, and a processor pays', async ({ page, url }) => {
  const phone = page.viewportSize() ?? DESK;
  await page.setViewportSize(DESK);
  await openForm(page, url, '/post-voucher?step=pay');
  await prize(page).fill('');
  await page.setViewportSize(phone);
  const post = page.getByRole('button', { name: 'Post and pay' });
  await post.click();
  // Two steps back, at its field.
  await expect(prize(page)).toBeFocused();
  await expect(prize(page)).toHaveAccessibleDescription('Please enter a valid amount (min ₦100)');
  await page.setViewportSize(DESK);
  await prize(page).fill('1000');
  await fillReveal(page);
  await page.getByRole('radio', { name: /^Paystack/ }).check();
  await post.click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Voucher payment verified successfully!')).toBeVisible();
  const live = page.getByRole('dialog', { name: 'Your giveaway is live' });
  await expect(live).toBeVisible();
  await live.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(`${url}/my-vouchers`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog', { name: 'Share giveaway' })).toBeVisible();
});

test('a creator changes the cover of an open giveaway after a preview', async ({ page, url }) => {
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
  await expectSound(page);

  await setNetwork(page, 'lost');
  await expect(use).toBeDisabled();
  await expect(sheet).toContainText('You are offline');
  await setNetwork(page, 'found');
  await page.route('**/update-cover', (route) => route.fulfill({ status: 500, body: 'broken' }), {
    times: 1,
  });
  await use.click();
  await expect(sheet.getByRole('alert')).toHaveText('Failed to update voucher ad cover');
  const letGo = await holdRequests(page, '**/update-cover');
  await use.click();
  const bar = sheet.getByRole('progressbar', { name: /Uploading the cover/ });
  await bar.evaluate((progress: HTMLProgressElement) => (progress.value = progress.max / 2));
  expect(await coloursAlong(bar)).toEqual(await tokensOf(page, '--primary', '--surface-sunk'));
  letGo();
  await expect(page.getByText('Cover changed')).toBeVisible();
  await expect(sheet).toBeHidden();

  await page.goto(`/v/${ulid}`);
  const { voucher } = await callApi<VoucherAnswer>(url, `/api/v1/vouchers/${ulid}`, creator);
  expect(voucher.media_type).toBe('image');
  await expect(page.locator(`img[src="${voucher.cover?.src}"]`)).toBeVisible();

  // A video takes a frame of itself along, which is shown where it may not play by itself.
  await page.goto('/my-vouchers');
  await page.getByRole('button', { name: 'Change cover' }).click();
  await file(page).setInputFiles('server/sandbox/demo/covers/ticket-film.webm');
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
