import type { Page } from '@playwright/test';

import { sidewaysPhoto } from '../../fixtures/cover-files.ts';
import { qrPhoto } from '../../fixtures/e2e/qr-photo.ts';
import { wholeBrowser } from '../../../scripts/lib/test-browsers.ts';
import { controlServiceWorker } from '../../fixtures/e2e/device.ts';
import {
  openGiveaway,
  openNewGiveaway,
  openPaymentVoucher,
  topUpByApi,
} from '../../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { demoPerson, logIn, signUpByApi } from '../../fixtures/e2e/people.ts';
import { untilRunning } from '../../fixtures/e2e/screen.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser });

const shared = (text: string): string => `/share?title=&text=${encodeURIComponent(text)}&url=`;
const sheet = (page: Page) => page.getByRole('dialog');

/** Says that the page can be installed, as Chromium does where it finds it worth it; here it never would. */
const offerInstalling = async (page: Page): Promise<void> => {
  await untilRunning(page);
  await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    dispatchEvent(Object.assign(event, { prompt: async () => ({ outcome: 'dismissed' }) }));
  });
};

test('shared links open, also offline; then installing is offered', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'creator');
  const giveaway = await openGiveaway(url, creator, { amount: '340000' });
  await topUpByApi(url, creator, 20_000);
  const code = await openPaymentVoucher(url, creator, { amount: '2000' });

  // A visitor is sent to log in, and comes back to the code.
  await page.goto(shared(`For you: ${code}`));
  await expect(page).toHaveURL(/\/login\?next=/);
  await logIn(page, demoPerson('kofi'));
  await expect(sheet(page).getByLabel('Voucher code')).toHaveValue(code);
  await expect(page).toHaveURL(/\/$/);
  await controlServiceWorker(page);
  const card = page.getByRole('region', { name: 'Install Goodies' });
  await offerInstalling(page);
  await expect(card).toBeHidden();

  await sheet(page).getByRole('button', { name: 'Claim' }).click();
  await expect(sheet(page).getByText(/^Your balance is now/)).toBeVisible();
  await page.goto(shared(`Guess with me ${url}/v/${giveaway.ulid}`));
  await expect(page).toHaveURL(new RegExp(`/v/${giveaway.ulid}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('340,000');

  await page.goto('/');
  await offerInstalling(page);
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Not now' }).click();
  await expect(card).toBeHidden();

  await setNetwork(page, 'lost');
  await page.goto('/?source=pwa');
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await offerInstalling(page);
  await expect(page.getByRole('link', { name: /₦340,000 voucher/ })).toBeVisible();
  await expect(card).toBeHidden();
  await page.goto('/redeem?source=shortcut');
  await expect(sheet(page).getByRole('heading', { name: 'Redeem Goodies' })).toBeVisible();
  await page.goto(shared(`${url}/v/${giveaway.ulid}`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('340,000');
  await page.goto(shared('how are you?'));
  await expect(page.getByRole('heading', { name: 'No voucher in this' })).toBeVisible();
  await page.getByRole('button', { name: 'Enter a code' }).click();
  await expect(sheet(page)).toBeVisible();
});

/** What the system does with a picture that is shared with the installed app. */
const sharePicture = (page: Page, picture: Buffer): Promise<void> =>
  page.evaluate(
    (bytes) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.enctype = 'multipart/form-data';
      form.action = '/share';
      const input = form.appendChild(document.createElement('input'));
      input.type = 'file';
      input.name = 'picture';
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(bytes)], 'poster.jpg', { type: 'image/jpeg' }));
      input.files = files.files;
      document.body.append(form);
      form.submit();
    },
    [...picture],
  );

test('a shared picture opens the voucher of its QR code, and is not kept', async ({
  page,
  url,
}) => {
  const { ulid } = await openNewGiveaway(url);
  await page.goto('/welcome');
  await controlServiceWorker(page);
  await sharePicture(page, await qrPhoto(`${url}/v/${ulid}?ref=AB12CD34`));
  await expect(page).toHaveURL(new RegExp(`/v/${ulid}\\?ref=AB12CD34$`));
  expect(await page.evaluate(() => caches.has('goodies-shared'))).toBe(false);

  await sharePicture(page, await qrPhoto('https://goodies-ng.com/v/01JD7Q4KZX0V9T3B5M8R2W6Y1C'));
  await expect(page.getByRole('heading', { name: 'This QR code is not ours' })).toBeVisible();
  await sharePicture(page, await sidewaysPhoto(900, 700));
  await expect(page.getByRole('heading', { name: 'No QR code in this picture' })).toBeVisible();
});

test('the manifest has nothing that keeps the app from being installed', async ({ page }) => {
  await page.goto('/welcome');
  // It is linked once the first frame is on screen.
  await expect(page.locator('link[rel="manifest"]')).toHaveCount(1);
  const cdp = await page.context().newCDPSession(page);
  const { url, errors, data } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toMatch(/\/manifest\.webmanifest$/);
  const { name, icons, start_url } = JSON.parse(data ?? '{}') as Record<string, unknown>;
  expect(name).toBe('Goodies');
  expect(icons).not.toEqual([]);
  expect(start_url).toMatch(/^\//);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  // The tests' browser keeps no profile.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
});
