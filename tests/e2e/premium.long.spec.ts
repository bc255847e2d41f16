import { controlServiceWorker } from '../fixtures/e2e/device.ts';
import { topUpByApi } from '../fixtures/e2e/giveaways.ts';
import { growStale } from '../fixtures/e2e/grow-stale.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { demoPerson } from '../fixtures/e2e/people.ts';
import { expectAccessible, expectSound } from '../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../fixtures/e2e/sign-in.ts';
import { expect, test, testInstalled } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

test('premium is bought from the wallet and shortens the wait', async ({ page, url }) => {
  const person = await signInNew(page, url, 'member', { path: '/premium' });
  await expect(page.getByRole('heading', { name: /Upgrade to premium/ })).toBeVisible();
  await expect(page.getByText('10 seconds instead of 90')).toBeVisible();
  await page.getByRole('button', { name: 'Get Premium' }).click();
  await expect(page.getByText('Please select a payment method')).toBeVisible();
  await page.getByRole('radio', { name: /^Wallet/ }).check();
  await expect(page.getByText(/Your wallet cannot pay ₦1,000/)).toBeVisible();
  await expectSound(page);
  await topUpByApi(url, person, 2_500);
  await growStale(page, 'wallets');
  await page.reload();
  await page.getByRole('radio', { name: /^Wallet/ }).check();
  await expect(page.getByText('Balance ₦2,500')).toBeVisible();
  await page.getByRole('button', { name: 'Get Premium' }).click();
  const plan = page.getByRole('article', { name: 'Premium' });
  await expect(plan.getByText('30 days', { exact: true })).toBeVisible();
  await expect(plan.getByText('You can extend it when 25 days are left.')).toBeVisible();
  await expectAccessible(page);
});

test('a declined payment is tried another way and brings the plan', async ({ page, url }) => {
  await signInNew(page, url, 'member', { path: '/payment' });
  await page.getByRole('radio', { name: /Paystack/ }).check();
  await page.getByRole('button', { name: 'Get Premium' }).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('button', { name: 'Pay another way' }).click();
  await expect(page.getByRole('radio', { name: /Flutterwave/ })).toBeChecked();
  await page.getByRole('button', { name: 'Get Premium' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Premium is active').first()).toBeVisible();
  await expect(page).toHaveURL(`${url}/premium`);
});

test('offline nothing can be bought', async ({ page, url }) => {
  await signInNew(page, url, 'member', { path: '/premium' });
  const buy = page.getByRole('button', { name: 'Get Premium' });
  await expect(buy).toBeEnabled();
  await setNetwork(page, 'lost');
  await expect(buy).toBeDisabled();
  await setNetwork(page, 'found');
  await expect(buy).toBeEnabled();
});

testInstalled('who has premium sees it, offline as well', async ({ page, url }) => {
  await signIn(page, url, demoPerson('wanjiru'), '/premium');
  const plan = page.getByRole('article', { name: 'Premium' });
  await expect(plan).toContainText('Premium is active');
  await controlServiceWorker(page);
  await setNetwork(page, 'lost');
  await page.reload();
  await expect(plan).toContainText('Premium is active');
});
