import type { Page } from '@playwright/test';

import type { NotificationsAnswer } from '../../../contract/notifications/calls.ts';
import { openGiveaway, topUpByApi } from '../../fixtures/e2e/giveaways.ts';
import { growStale } from '../../fixtures/e2e/grow-stale.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { callApi, signUpByApi, type ApiPerson } from '../../fixtures/e2e/people.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

const list = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
const unreadOnServer = async (url: string, { token }: ApiPerson): Promise<number> =>
  (await callApi<NotificationsAnswer>(url, '/api/v1/notifications', { token })).unread;

test('notifications stand by day, with a badge and a link', async ({ page, url }) => {
  const owner = await signInNew(page, url, 'told', { path: '/wallet', naira: 5_000 });
  // As it is some minutes later.
  await growStale(page, 'user');
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await bell(page).click();
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  await expect(list(page)).toContainText('Today');
  const row = list(page).getByRole('link', { name: /Payment of ₦5,000 received/ });
  await expect(row).toContainText('New');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect.poll(() => unreadOnServer(url, owner)).toBe(0);
  await row.click();
  await expect(page).toHaveURL(`${url}/wallet`);
  await page.goBack();
  await expect(row).not.toContainText('New');
});

test('what is read while the server cannot hear is read, and it hears of it later', async ({
  page,
  url,
}) => {
  const owner = await signUpByApi(url, 'reader');
  await topUpByApi(url, owner, 1_000);
  await topUpByApi(url, owner, 2_000);
  const path = '**/api/v1/notifications/read';
  await page.route(path, (route) => route.abort());
  await signIn(page, url, owner, '/notifications');
  await expect(list(page).getByText('New')).toHaveCount(2);
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  expect(await unreadOnServer(url, owner)).toBe(2);
  await page.unroute(path);
  await growStale(page, 'noticeLists');
  await page.reload();
  await expect(list(page).getByRole('link')).toHaveCount(2);
  await expect(list(page).getByText('New')).toHaveCount(0);
  await expect.poll(() => unreadOnServer(url, owner)).toBe(0);
});

test('what is told is chosen, and there the next time', async ({ page, url }) => {
  const owner = await signInNew(page, url, 'chooser', { path: '/profile/notifications' });
  const money = page.getByRole('group', { name: 'Wins and money' });
  const mail = money.getByRole('checkbox', { name: 'E-mail' });
  await expect(mail).toBeChecked();
  await expect(page.getByRole('switch', { name: /Push on this phone/ })).not.toBeChecked();
  await expect(page.getByText('We always tell you these')).toBeVisible();
  await expectAccessible(page);
  await mail.uncheck();
  await page.getByRole('switch', { name: /Quiet hours/ }).check();
  await page.getByLabel('From', { exact: true }).fill('21:30');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await expect
    .poll(() => callApi(url, '/api/v1/notifications/preferences', { token: owner.token }))
    .toMatchObject({
      data: {
        channels: { won: ['in_app', 'push'], withdrawal_ended: ['in_app', 'push'] },
        quiet_hours: { from: '21:30', to: '07:00' },
      },
    });
  await page.reload();
  await expect(mail).not.toBeChecked();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:30');
  await setNetwork(page, 'lost');
  await expect(page.getByText(/Connect to the internet to change these/)).toBeVisible();
  await expect(mail).toBeDisabled();
  await page.getByRole('main').getByRole('link', { name: 'Notifications' }).click();
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
});

test('a giveaway is followed without a guess, by whoever is signed in', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'creator');
  await topUpByApi(url, creator, 5_000);
  const { ulid } = await openGiveaway(url, creator);
  await page.goto(`${url}/v/${ulid}`);
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(page).toHaveURL(/\/signup\?next=/);

  await signInNew(page, url, 'follower', { path: `/v/${ulid}` });
  // The visitor's tap is done now.
  await page.getByRole('button', { name: 'Stop following' }).click();
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Stop following' })).toBeVisible();
  // The tap has scrolled it into view, which put other buttons half under the header.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: 'Stop following' }).click();
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
});

test('a creator does not follow their own', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'creator');
  await topUpByApi(url, creator, 5_000);
  const { ulid } = await openGiveaway(url, creator);
  await signIn(page, url, creator, `/v/${ulid}`);
  await expect(page.getByText('Top Sharers')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Follow' })).toBeHidden();
});
