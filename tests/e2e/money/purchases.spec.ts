import { signInNew } from '../../fixtures/e2e/sign-in.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/e2e/screen.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

test('airtime follows the number’s network and is paid after review', async ({ page, url }) => {
  await signInNew(page, url, 'buyer', { path: '/airtime', naira: 5_000 });
  const phone = page.getByLabel('Phone number');
  await expect(page.getByText('Wallet ₦5,000')).toBeVisible();
  await page.getByRole('button', { name: 'Buy airtime' }).click();
  await expect(page.getByText('Enter a mobile number of this country')).toBeVisible();
  await expectAccessible(page);

  await phone.fill('0803 412 7765');
  await expect(page.getByRole('radio', { name: 'MTN' })).toBeChecked();
  await phone.fill('0802 412 7765');
  await expect(page.getByRole('radio', { name: 'Airtel' })).toBeChecked();
  await page.getByRole('button', { name: '₦500', exact: true }).click();
  await page.getByRole('button', { name: 'Buy airtime' }).click();
  const sheet = page.getByRole('dialog', { name: 'Buy airtime' });
  await expect(sheet.getByText('0802 412 7765')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Pay ₦500' }).dblclick();
  await expect(sheet.getByText('It was delivered.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Wallet ₦4,500')).toBeVisible();

  // A number that fails gives the money back, and a recent one fills the form.
  await phone.fill('0803 412 0000');
  await page.getByRole('button', { name: 'Data', exact: true }).click();
  await page.getByRole('radio', { name: '1 GB, 1 day' }).check();
  await page.getByRole('button', { name: 'Buy data' }).click();
  const data = page.getByRole('dialog', { name: 'Buy data' });
  await data.getByRole('button', { name: 'Pay ₦500' }).click();
  await expect(
    data.getByText('The purchase failed. The money is back in your wallet.'),
  ).toBeVisible();
  await data.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Wallet ₦4,500')).toBeVisible();
  await page.getByRole('button', { name: '0802 412 7765' }).click();
  await expect(phone).toHaveValue('0802 412 7765');

  // Without a network the lists stay, and buying says why not.
  await setNetwork(page, 'lost');
  await expect(page.getByRole('button', { name: 'Buy airtime' })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'MTN' })).toBeVisible();
  await setNetwork(page, 'found');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);

  await page.goto(`${url}/transactions?type=airtime`);
  await page.getByRole('link', { name: /Airtel airtime/ }).click();
  await expect(page.getByText('Airtel, 2348024127765')).toBeVisible();
});

test('bills show the customer before payment and the token after', async ({ page, url }) => {
  await signInNew(page, url, 'payer', { path: '/bills', naira: 5_000 });
  await expect(page.getByText('Wallet ₦5,000')).toBeVisible();
  await page.getByRole('button', { name: 'Pay bill' }).click();
  await expect(page.getByText('Choose a provider').last()).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Provider').selectOption('Ikeja Electric');
  await page.getByLabel('Pay for').selectOption('Prepaid');
  await page.getByLabel('Meter number').fill('0452 1187 0404');
  await page.getByLabel('Amount').fill('1000');
  await page.getByRole('button', { name: 'Pay bill' }).click();
  await expect(page.getByText('This number was not found. Please check it.')).toBeVisible();
  await page.getByLabel('Meter number').fill('0452 1187 3390');
  await expect(page.getByText('₦1,100')).toBeVisible();
  await page.getByRole('button', { name: 'Pay bill' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pay bill' });
  await expect(sheet.getByText('Test Customer 3390')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Pay ₦1,100' }).dblclick();
  await expect(sheet.getByText('Token for the meter')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Wallet ₦3,900')).toBeVisible();
  await expect(page.getByRole('button', { name: /Test Customer 3390/ })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);

  await page.goto(`${url}/transactions?type=bill`);
  await page.getByRole('link', { name: /Ikeja Electric Prepaid/ }).click();
  await expect(page.getByText('Token', { exact: true })).toBeVisible();
});
