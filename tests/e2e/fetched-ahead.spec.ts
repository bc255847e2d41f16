import { controlServiceWorker } from '../fixtures/e2e/device.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { demoPerson, logIn } from '../fixtures/e2e/people.ts';
import { expect, testInstalled } from '../fixtures/e2e/test.ts';

testInstalled(
  'offline, what was never visited opens with its data, and what is elsewhere says that it needs a network',
  async ({ page, url }) => {
    await page.goto('/login');
    await controlServiceWorker(page);
    // The last of what a sign-in fetches ahead.
    const last = page.waitForResponse(/\/api\/v1\/regions$/);
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

    await page.getByRole('contentinfo').getByRole('link', { name: 'WhatsApp' }).click();
    await expect(page.getByRole('alert')).toHaveText(/needs a network/);
    expect(page.context().pages()).toHaveLength(1);
    await expect(page).toHaveURL(`${url}/profile`);
  },
);
