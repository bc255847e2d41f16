import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser, Locator, Page, TestInfo } from '@playwright/test';

import type { Voucher, VoucherAnswer } from '../../contract/vouchers.ts';
import type { BalancesAnswer } from '../../contract/wallet.ts';
import { startBuiltServer, type BuiltServer } from '../../scripts/lib/built-server.ts';
import { claim, sendGuess, waitBanner } from '../fixtures/e2e/guess.ts';
import type { DemoData } from '../fixtures/e2e/demo-data.ts';
import { controlServiceWorker } from '../fixtures/e2e/device.ts';
import {
  hiddenDigits,
  openNewGiveaway,
  randomCode,
  wrongDigits,
} from '../fixtures/e2e/giveaways.ts';
import { fillReveal, goOn } from '../fixtures/e2e/giveaway-form.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import {
  callApi,
  logInByApi,
  newPerson,
  signUpByApi,
  signUpHere,
  verifyByMail,
  type Credentials,
} from '../fixtures/e2e/people.ts';
import { untilRunning, untilSaid } from '../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../fixtures/e2e/sign-in.ts';
import { expect, test, watchFaults } from '../fixtures/e2e/test.ts';

test.use({
  sharing: 'making',
  serviceWorkers: 'allow',
  contextOptions: { reducedMotion: 'no-preference' },
});

const PRIZE = 2_500;
const PAID_IN = 3_000;
/** The prize and a tenth of it. */
const COST = 2_750;

interface Phone {
  readonly page: Page;
  readonly faults: readonly string[];
  readonly close: () => Promise<void>;
}

async function pickUpPhone(browser: Browser, { url }: BuiltServer): Promise<Phone> {
  const context = await browser.newContext({
    baseURL: url,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { faults } = watchFaults(context);
  return { page: await context.newPage(), faults, close: () => context.close() };
}

const balances = (page: Page) => page.getByRole('region', { name: 'Balances' });

async function signUp(page: Page, { url }: BuiltServer, person: Credentials): Promise<void> {
  await page.goto('/');
  await expect(page).toHaveURL('/welcome');
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).first().click();
  await signUpHere(page, person);
  await verifyByMail(page, url, person);
  await expect(page).toHaveURL('/');
}

async function topUp(page: Page, amount: number): Promise<void> {
  await page.getByRole('link', { name: 'Wallet' }).locator('visible=true').first().click();
  await expect(balances(page)).toContainText('₦0');
  await page.getByRole('button', { name: 'Top up' }).click();
  const sheet = page.getByRole('dialog', { name: 'Top up' });
  await sheet.getByLabel('Amount').fill(`${amount}`);
  await sheet.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Payment successful!')).toBeVisible();
  await expect(balances(page)).toContainText(`₦${amount.toLocaleString('en-NG')}`);
}

/** In the steps of a phone. @returns the address of the giveaway's page */
async function postGiveaway(page: Page, code: string): Promise<string> {
  await page.goto('/post-voucher');
  await page.getByRole('textbox', { name: 'Prize' }).fill(`${PRIZE}`);
  await goOn(page, 'Reveal');
  await page.getByText('Advanced').click();
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await fillReveal(page);
  await goOn(page, 'Look');
  await goOn(page, 'Pay');
  await page.getByRole('button', { name: 'Post and pay' }).click();
  await expect(page.getByRole('dialog', { name: 'Your giveaway is live' })).toBeVisible();
  const address = `/v/${new URL(page.url()).searchParams.get('new') ?? ''}`;
  await page.goto(address);
  await expect(page.getByText('You cannot guess your own voucher')).toBeVisible();
  return address;
}

const voucherAt = async ({ url }: BuiltServer, address: string): Promise<Voucher> =>
  (await callApi<VoucherAnswer>(url, `/api/v1/vouchers/${path.basename(address)}`)).voucher;

const nairaOf = async (
  { url }: Pick<BuiltServer, 'url'>,
  person: Credentials,
): Promise<number | undefined> => {
  const { token } = await logInByApi(url, person);
  const { data } = await callApi<BalancesAnswer>(url, '/api/v1/wallet/balances', { token });
  return data.wallets['NGN']?.amount;
};

function proveBooks({ dataDir, env }: DemoData): {
  readonly status: number | null;
  readonly said: string;
} {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/server/books.js'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env, DATA_DIR: dataDir },
  });
  return { status, said: stdout + stderr };
}

const picture = async (page: Page, info: TestInfo, name: string): Promise<void> => {
  await page.screenshot({ path: info.outputPath(`${name}.png`) });
};

/** Wrong, then waiting, with nothing to be done about it before the wait is over. */
async function guessWrong(page: Page, digits: readonly string[]): Promise<void> {
  // Over in less than a second, so it is watched for rather than looked at.
  const hasShaken = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('animationstart', ({ animationName }) => {
          if (animationName.includes('shake')) resolve(true);
        });
      }),
  );
  await page.getByRole('button', { name: 'Tap to guess' }).click();
  const said = untilSaid(page, 'Try again');
  await sendGuess(page, digits);
  await said;
  expect(await hasShaken).toBe(true);
  await expect(waitBanner(page)).toBeVisible();
  await expect(claim(page)).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Tap to guess' })).toBeHidden();
  const left = async (): Promise<number> => {
    const [, seconds] =
      /wait (\d+) seconds/.exec((await waitBanner(page).textContent()) ?? '') ?? [];
    return Number(seconds);
  };
  expect(await left()).toBeGreaterThan(60);
  const shown = waitBanner(page)
    .getByText(/^Please wait/)
    .last();
  const first = await shown.textContent();
  await expect(shown).not.toHaveText(first ?? '');
}

/** Taps 'Share' there, and a friend comes by the link: that earns 50 coins. */
async function share(button: Locator, page: Page, friend: Page): Promise<void> {
  await button.click();
  await expect(page.getByText('Voucher link copied to clipboard!')).toBeVisible();
  await friend.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(friend.getByRole('button', { name: /^(?:Claim|Enter) / })).toBeVisible();
  await page.bringToFront();
}

test('from nothing to a prize in the wallet', async ({ browser, servers }, info) => {
  test.setTimeout(300_000);
  const data = await servers.copyData();
  const server = await startBuiltServer(data);
  const phones = [
    await pickUpPhone(browser, server),
    await pickUpPhone(browser, server),
    await pickUpPhone(browser, server),
  ] as const;
  const [{ page: creators }, { page }, { page: friends }] = phones;
  const [creator, winner] = [newPerson('creator'), newPerson('winner')];
  try {
    await signUp(creators, server, creator);
    await topUp(creators, PAID_IN);
    const code = randomCode();
    const address = await postGiveaway(creators, code);
    const { masked_code: maskedCode } = await voucherAt(server, address);
    await picture(creators, info, '1-posted');

    await signUp(page, server, winner);
    // A friend with a verified address, who counts at once, comes to another voucher: that earns coins here, and no
    // part of this one's pool.
    await signIn(friends, server.url, await signUpByApi(server.url, 'friend'));
    await page.getByRole('link', { name: 'voucher by @' }).first().click();
    await share(page.getByRole('button', { name: 'Share', exact: true }), page, friends);
    await page.goBack();
    // Lists begin with what opens next; the newest stands first when it is asked for.
    await page.getByRole('button', { name: 'Sort and filter' }).click();
    const sheet = page.getByRole('dialog', { name: 'Sort and filter' });
    await sheet.getByLabel('Show first').selectOption('New');
    await sheet.getByRole('button', { name: 'Show vouchers' }).click();
    await page.getByRole('link', { name: `₦2,500 voucher by @${creator.username}` }).click();
    await expect(page).toHaveURL(address);
    await guessWrong(page, wrongDigits(code, maskedCode));
    await picture(page, info, '2-waiting');
    await waitBanner(page).getByRole('button', { name: 'Skip for 50 coins' }).click();
    await sendGuess(page, hiddenDigits(code, maskedCode));
    const win = page.getByRole('dialog', { name: 'Congratulations! You won ₦2,500' });
    await expect(win).toBeVisible();
    await expect(page.locator('canvas')).toBeAttached();
    await picture(page, info, '3-won');
    await win.getByRole('button', { name: 'Claim & Continue' }).click();
    await expect(page.getByRole('button', { name: 'Voucher used' })).toBeDisabled();
    await expect(page.getByRole('main')).toContainText(`@${winner.username}`);

    await page.getByRole('link', { name: 'Wallet' }).locator('visible=true').first().click();
    await expect(balances(page)).toContainText('₦2,500');
    await picture(page, info, '4-wallet');
    // Whoever comes back to what they won, without a network too, is told so.
    await controlServiceWorker(page);
    await setNetwork(page, 'lost');
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'You won ₦2,500' })).toBeVisible();
    await setNetwork(page, 'found');
    expect(await nairaOf(server, winner)).toBe(PRIZE);
    expect(await nairaOf(server, creator)).toBe(PAID_IN - COST);
    expect(phones.flatMap(({ faults }) => faults)).toEqual([]);
  } finally {
    for (const phone of phones) await phone.close();
    expect(await server.stop()).toBe(0);
  }
  const { status, said } = proveBooks(data);
  expect(status, said).toBe(0);
});

test('sharing while waiting earns coins and pool', async ({ page, browser, context, url }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const giveaway = await openNewGiveaway(url);
  const { ulid, code, maskedCode } = giveaway;
  const sharer = await signInNew(page, url, 'sharer', { path: `/v/${ulid}` });
  await untilRunning(page);
  await page.getByRole('button', { name: 'Tap to guess' }).click();
  await sendGuess(page, wrongDigits(code, maskedCode));
  await expect(waitBanner(page)).toContainText(
    'Coins come when a friend opens your link. That may be after this wait ends.',
  );
  const skip = waitBanner(page).getByRole('button', { name: 'Skip for 50 coins' });
  await expect(skip).toBeHidden();

  const friends = await browser.newContext();
  const friend = await friends.newPage();
  // Of a verified friend an arrival counts at once, of others after a day.
  await signIn(friend, url, await signUpByApi(url, 'friend'));
  const button = waitBanner(page).getByRole('button', { name: 'Share, earn 50 coins' });
  await share(button, page, friend);
  await expect(skip).toBeVisible();
  await friends.close();
  await skip.click();
  await sendGuess(page, hiddenDigits(code, maskedCode));
  await expect(page.getByRole('dialog', { name: 'Congratulations! You won ₦1,000' })).toBeVisible();
  // The prize, and half of the fee as the only sharer.
  expect(await nairaOf({ url }, sharer)).toBe(1_050);
});
