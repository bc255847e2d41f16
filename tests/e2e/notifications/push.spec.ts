import type { Page, Worker } from '@playwright/test';

import type { PushTokenBody } from '../../../contract/notifications/calls.ts';
import type { SandboxPush } from '../../../contract/sandbox.ts';
import { wholeBrowser } from '../../../scripts/lib/test-browsers.ts';
import { controlServiceWorker } from '../../fixtures/e2e/device.ts';
import {
  openGiveaway,
  openNewGiveaway,
  wrongDigits,
  type Giveaway,
} from '../../fixtures/e2e/giveaways.ts';
import { waitBanner } from '../../fixtures/e2e/guess.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { callApi, signUpByApi, type ApiPerson } from '../../fixtures/e2e/people.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectSound,
} from '../../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../../fixtures/e2e/sign-in.ts';
import { discardAfterTest, expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making', serviceWorkers: 'allow', launchOptions: wholeBrowser });

const PATH = '/api/v1/fcm/token';

/** The token that the page tells the server, once it has. */
async function tokenSaved(page: Page): Promise<string> {
  const request = await page.waitForRequest(
    (one) => one.url().endsWith(PATH) && one.method() === 'POST',
  );
  // Only then does the server know the phone.
  await request.response();
  return (request.postDataJSON() as PushTokenBody).token;
}

const pushesTo = (url: string, token: string) =>
  callApi<SandboxPush[]>(url, `/sandbox/push?token=${token}`);

/** Somebody wins a giveaway, of which its creator is told. */
const win = (url: string, { token }: ApiPerson, { ulid, code }: Giveaway) =>
  callApi(url, '/api/v1/vouchers/submit', { token, body: { voucher_id: ulid, code } });

interface Shown {
  readonly title: string;
  readonly data: { readonly path: string };
  readonly actions: readonly string[];
}

/** What stands among the phone's notifications. */
const shown = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = (await registration.getNotifications()) as (Notification & {
      readonly actions?: readonly { readonly action: string }[];
    })[];
    return all.map(({ title, data, actions = [] }) => ({
      title,
      data: data as { path: string },
      actions: actions.map(({ action }) => action),
    }));
  });
const titles = async (page: Page): Promise<string[]> =>
  (await shown(page)).map(({ title }) => title);

const clear = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    for (const one of await registration.getNotifications()) one.close();
  });

/** Taps the first notification as a finger does, and notes the window that it opens, which only a finger may. */
const tap = (worker: Worker): Promise<string[]> =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (url: string) => Promise<null> };
    };
    const opened: string[] = [];
    scope.clients.openWindow = async (url) => {
      opened.push(url);
      return null;
    };
    const [notification] = await scope.registration.getNotifications();
    const waits: Promise<unknown>[] = [];
    const Click = (globalThis as unknown as Record<string, typeof Event>)['NotificationEvent'];
    if (!Click) throw new Error('no notifications here');
    const event = new Click('notificationclick', { notification } as EventInit);
    Object.defineProperty(event, 'waitUntil', {
      value: (work: Promise<unknown>) => void waits.push(work),
    });
    globalThis.dispatchEvent(event);
    await Promise.all(waits);
    return opened;
  });

/** How many notifications stand there, where there is no page to ask. */
const countShown = (worker: Worker): Promise<number> =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
    return (await scope.registration.getNotifications()).length;
  });

const workerOf = async (page: Page): Promise<Worker> => {
  const [worker] = page.context().serviceWorkers();
  return worker ?? page.context().waitForEvent('serviceworker');
};

test('push is offered after a first guess, and turned on and off by a button', async ({
  page,
  url,
}) => {
  discardAfterTest(page.context());
  await page.context().grantPermissions(['notifications']);
  const giveaway = await openNewGiveaway(url);
  await signInNew(page, url, 'guesser', { path: `/v/${giveaway.ulid}` });
  const offer = page.getByRole('region', { name: 'Push messages' });
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await expect(offer).toBeHidden();

  await page.getByRole('button', { name: /^Claim ₦/ }).click();
  await page.getByRole('textbox', { name: 'Your guess' }).focus();
  for (const digit of wrongDigits(giveaway.code, giveaway.maskedCode))
    await page.keyboard.press(digit);
  await page.keyboard.press('Enter');
  await expect(waitBanner(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(offer).toContainText('Know at once when a digit opens');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  const saving = tokenSaved(page);
  await offer.getByRole('button', { name: 'Turn on' }).click();
  expect(await saving).toMatch(/^sandbox-/);
  await expect(page.getByText('Notifications Enabled')).toBeVisible();
  await expect(offer).toBeHidden();

  await page.goto('/profile/notifications');
  const push = page.getByRole('switch', { name: /Push on this phone/ });
  await expect(push).toBeChecked();
  await expectSound(page);
  const deleting = page.waitForRequest(
    (one) => one.url().endsWith(PATH) && one.method() === 'DELETE',
  );
  await push.uncheck();
  await deleting;
  await expect(push).not.toBeChecked();
  // Where the server cannot take it, that is said, with a way to try again; it is told once that it is on.
  await page.route(`**${PATH}`, (route) => route.abort());
  await push.click();
  await expect(page.getByText('Notification Setup Failed')).toBeVisible();
  await expect(
    page.getByText('Failed to set up notifications. Please try again later.'),
  ).toBeVisible();
  await page.unroute(`**${PATH}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(push).toBeChecked();
  await expect(page.getByText('Notifications Enabled')).toBeHidden();
});

test('a message comes with the app open, hidden and closed, and leads to its voucher, offline too', async ({
  page,
  url,
}) => {
  test.slow();
  discardAfterTest(page.context());
  await page.context().grantPermissions(['notifications']);
  const [owner, friend] = [await signUpByApi(url, 'owner'), await signUpByApi(url, 'friend')];
  const giveaway = await openGiveaway(url, owner);
  const another = await openGiveaway(url, owner);
  const voucherPath = `/v/${giveaway.ulid}`;
  await signIn(page, url, owner, voucherPath);
  const worker = await controlServiceWorker(page);
  await page.goto('/profile/notifications');
  const saving = tokenSaved(page);
  await page.getByRole('switch', { name: /Push on this phone/ }).check();
  const token = await saving;

  await win(url, friend, giveaway);
  const ofGiveaway = (sent: readonly SandboxPush[]) =>
    sent.filter(({ message }) => message.data['url'] === voucherPath);
  await expect.poll(async () => ofGiveaway(await pushesTo(url, token)).length).toBe(1);
  const [pushed] = ofGiveaway(await pushesTo(url, token));
  if (!pushed) throw new Error('nothing was pushed');
  const { message } = pushed;
  const title = 'Your giveaway was won';
  /** The same, as if it told of something else. */
  const again = (id: string) => ({ ...message, data: { ...message.data, id } });

  await test.step('open, on another page: once, and the header tells of it', async () => {
    await worker.push(message);
    await worker.push(message);
    expect(await titles(page)).toEqual([title]);
    await expect(page.getByRole('link', { name: /^Notifications, \d+ unread/ })).toBeVisible();
    expect(await tap(await workerOf(page))).toEqual([]);
    await expect(page).toHaveURL(`${url}${voucherPath}`);
    await expect.poll(() => titles(page)).toEqual([]);
    // What came before does not come again, though it was put away.
    await worker.push(message);
    expect(await titles(page)).toEqual([]);
    // Whoever looks at the voucher reads it there.
    await worker.push(again('another'));
    await worker.push({ data: { title: 'Last', url: '/wallet', tag: 'last' } });
    expect(await titles(page)).toEqual(['Last']);
    await clear(page);
  });

  await test.step('malformed, foreign and oversized messages do no harm', async () => {
    for (const bad of ['{', '', 'null', '[]', { data: { body: 'no title' } }, { data: 7 }])
      await worker.push(bad);
    await worker.push({
      data: { title: 'x'.repeat(100_000), url: 'https://evil.test/x', tag: 'a' },
    });
    expect(await shown(page)).toMatchObject([
      { title: 'x'.repeat(500), data: { path: '/' }, actions: [] },
    ]);
    await clear(page);
  });

  await test.step('hidden: another tab is in front', async () => {
    const front = await page.context().newPage();
    await front.goto('about:blank');
    await page.goto('/wallet');
    await front.bringToFront();
    await worker.push(again('hidden'));
    expect(await titles(page)).toEqual([title]);
    await clear(page);
    await front.close();
  });

  await test.step('closed, the worker asleep, and without a network', async () => {
    await page.goto(voucherPath);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('voucher');
    const awake = await workerOf(page);
    await page.goto('about:blank');
    await worker.kill();
    await worker.push(again('closed'));
    await setNetwork(page, 'lost');
    const running = page.context().serviceWorkers().at(-1) ?? awake;
    expect(await countShown(running)).toBe(1);
    const opened = await tap(running);
    expect(opened).toEqual([`${url}${voucherPath}`]);
    await page.goto(opened[0] ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('voucher');
    await setNetwork(page, 'found');
  });

  await test.step('one tab signs out: the other, too, and nothing is pushed any more', async () => {
    await page.goto('/wallet');
    const other = await page.context().newPage();
    await other.goto(`${url}/wallet`);
    await expect(other.getByRole('button', { name: /account menu/ })).toBeVisible();
    await worker.push(again('private'));
    expect(await titles(page)).toEqual([title]);
    await page.bringToFront();
    await page.getByRole('button', { name: /account menu/ }).click();
    const told = page.waitForResponse((response) => response.url().endsWith('/logout'));
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/welcome$/);
    await told;
    await expect(other).toHaveURL(/\/(?:welcome|login)/);
    // What was told to whoever has left stands there no more, and nothing that is on its way is shown.
    await expect.poll(() => titles(page)).toEqual([]);
    await worker.push(again('late'));
    const before = (await pushesTo(url, token)).length;
    await win(url, friend, another);
    expect(await pushesTo(url, token)).toHaveLength(before);
    expect(await titles(page)).toEqual([]);
  });
});
