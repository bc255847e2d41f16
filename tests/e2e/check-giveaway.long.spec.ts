import { openNewGiveaway } from '../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { qrPhoto } from '../fixtures/e2e/qr-photo.ts';
import { expectSound } from '../fixtures/e2e/screen.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

test('a visitor learns whether a message and a poster are real', async ({ page, url }) => {
  const { ulid } = await openNewGiveaway(url);
  await page.goto('/welcome');
  await page.getByRole('link', { name: 'Is this giveaway real?' }).click();
  const field = page.getByRole('textbox', { name: 'Link or message' });
  const check = page.getByRole('button', { name: 'Check', exact: true });
  const real = page.getByText('This voucher is real.');
  const facts = page.getByRole('region', { name: 'What Goodies knows of it' });

  await field.fill(`WIN ${url}/v/${ulid} then pay at goodies-ng.com/pay, code 4829104467320`);
  await check.click();
  await expect(real).toBeVisible();
  await expect(facts).toContainText('₦1,000');
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  await expect(alert).toContainText('This is not a Goodies link.');
  await expect(page.getByText('These 13 digits are a secret code.')).toBeVisible();
  await expectSound(page);

  await field.fill(`${url}/v/01ARZ3NDEKTSV4RRFFQ69G5FAV`);
  await check.click();
  await expect(alert).toContainText('There is no such voucher on Goodies.');

  const picture = page.getByLabel('Choose a picture');
  const choose = async (text: string) =>
    picture.setInputFiles({
      name: 'poster.jpg',
      mimeType: 'image/jpeg',
      buffer: await qrPhoto(text),
    });
  await choose(`${url}/v/${ulid}`);
  await expect(real).toBeVisible();
  await choose('https://g00dies.com/win');
  await expect(alert).toContainText('which is made to look like ours. Do not log in or pay there.');

  // Whose address it is needs no network.
  await setNetwork(page, 'lost');
  await field.fill(`${url}/v/01BX5ZZKBKACTAV9WEVGEMMVRZ`);
  await check.click();
  await expect(page.getByText('Go online to check')).toBeVisible();
  await setNetwork(page, 'found');
  await expect(alert).toContainText('There is no such voucher on Goodies.');
  await page.getByRole('link', { name: 'Find help' }).click();
  await expect(page.getByRole('heading', { name: 'Help', exact: true })).toBeVisible();
});
