import type { Voucher, VoucherListAnswer } from '../../contract/vouchers.ts';
import { formatMoney } from '../../src/ui/text/format-money.ts';
import { controlServiceWorker } from '../fixtures/e2e/device.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { callApi, demoPerson, logIn, logInByApi } from '../fixtures/e2e/people.ts';
import { expect, testInstalled } from '../fixtures/e2e/test.ts';

/** A voucher of the first page of the list with a picture and a link of its creator's. */
async function findSponsored(url: string): Promise<Voucher> {
  const { token } = await logInByApi(url, demoPerson('ada'));
  const { data } = await callApi<VoucherListAnswer>(url, '/api/v1/vouchers', { token });
  const found = data.data.find(
    ({ ad_url: link, media_type: type, cover }) => link && type === 'image' && cover,
  );
  if (!found) throw new Error('the demo has no such voucher');
  return found;
}

testInstalled('offline, screens fetched ahead open with their data', async ({ page, url }) => {
  const sponsored = await findSponsored(url);
  await page.goto('/login');
  await controlServiceWorker(page);
  // The last of what a sign-in fetches ahead.
  const last = page.waitForResponse(/\/api\/v1\/leaderboard/);
  await logIn(page, demoPerson('ada'));
  await last;
  await setNetwork(page, 'lost');

  const bar = page.getByRole('navigation', { name: 'Main, mobile' });
  await bar.getByRole('button', { name: 'Voucher' }).click();
  await page.getByRole('menuitem', { name: 'View' }).click();
  await expect(page.getByRole('article', { name: /giveaway voucher$/ }).first()).toBeVisible();
  await bar.getByRole('link', { name: 'Wallet' }).click();
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('₦');
  await expect(page.getByRole('region', { name: 'Recent' })).toContainText('Giveaway posted');
  await page.getByRole('main').getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('main')).toContainText('Giveaway posted');
  await bar.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

  const needsNetwork = page.getByRole('alert').getByText(/needs a network/);
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('button', { name: 'About, help and terms' }).click();
  await footer.getByRole('link', { name: 'WhatsApp' }).click();
  await expect(needsNetwork).toBeVisible();
  await expect(page).toHaveURL(`${url}/profile`);
  const closeAlert = (): Promise<void> =>
    page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await closeAlert();

  // A ticket whose cover was never loaded at its size shows its cloth and the bird.
  await bar.getByRole('link', { name: 'Home' }).click();
  const name = `${formatMoney(sponsored.amount, sponsored.currency)} voucher by @${sponsored.creator}`;
  await page.getByRole('main').getByRole('link', { name }).click();
  await expect(page).toHaveURL(`${url}/v/${sponsored.ulid}`);
  await expect(page.getByRole('img', { name: /^Default cover/ })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Learn more' }).click();
  await expect(needsNetwork).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
  await closeAlert();

  // A mail can be written without a network, and the address is here.
  await bar.getByRole('button', { name: 'Voucher' }).click();
  await page.getByRole('menuitem', { name: 'Giveaway' }).click();
  await page.getByRole('link', { name: 'Contact support' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toHaveAttribute(
    'href',
    'mailto:support@goodies.test',
  );
});
