import { DATABASE_NAME } from '../../contract/storage-keys.ts';
import { precachedFiles } from '../fixtures/e2e/device.ts';
import {
  hiddenDigits,
  openGiveaway,
  openPaymentVoucher,
  topUpByApi,
  viewsOf,
  wrongDigits,
} from '../fixtures/e2e/giveaways.ts';
import { demoPerson, signUpByApi, type Credentials } from '../fixtures/e2e/people.ts';
import { expect, test as base } from '../fixtures/e2e/test.ts';
import { findEngines } from '../../scripts/lib/programs.ts';
import type { Driver } from './driver.ts';
import { openFirefox } from './firefox.ts';
import { visitorOf, type Visitor } from './visitor.ts';
import { openWebKit } from './webkit.ts';

const { firefox, webkit, missing } = findEngines();
for (const name of missing) console.log(`\n!!! NOT RUN: this machine has no ${name} !!!\n`);

/** Opens a browser with an empty profile. */
type Open = () => Promise<Driver>;
const ENGINES: readonly { readonly engine: string; readonly open: Open }[] = [
  ...(firefox ? [{ engine: 'Firefox', open: () => openFirefox(firefox) }] : []),
  ...(webkit ? [{ engine: 'WebKit', open: () => openWebKit(webkit) }] : []),
];

/** Visitors have a browser each; that of the runner is not opened. */
const test = base.extend<{ readonly arrive: (open: Open) => Promise<Visitor> }>({
  arrive: async ({ url }, provide) => {
    const visitors: Visitor[] = [];
    await provide(async (open) => {
      const visitor = visitorOf(await open(), url);
      visitors.push(visitor);
      return visitor;
    });
    for (const visitor of visitors) await visitor.leave();
  },
});

const ROUNDS = 4;

async function logIn(visitor: Visitor, { email, password }: Credentials): Promise<void> {
  await visitor.open('/login');
  await visitor.fill('E-mail…', email);
  await visitor.fill('Password', password);
  await visitor.tap('button', 'Log In');
  await visitor.see('vouchers shown');
}

/** Has the code of all pages on the device, which is fetched once the first screen is there. */
async function untilInstalled(visitor: Visitor, url: string): Promise<void> {
  await visitor.run('await navigator.serviceWorker.ready;');
  const script = await (await fetch(`${url}/sw.js`)).text();
  const code = precachedFiles(script).filter((path) => path.endsWith('.js'));
  expect(code).not.toEqual([]);
  const isKept = (): Promise<boolean> =>
    visitor.run<boolean>(
      `const found = await Promise.all(args.map((path) => caches.match(path, { ignoreSearch: true })));
      return !found.includes(undefined);`,
      ...code,
    );
  await expect.poll(isKept, { message: 'all code is on the device' }).toBe(true);
}

/** Whether a view of that voucher waits to be sent, as the device has written it down. */
const waitingViews = (visitor: Visitor): Promise<string[]> =>
  visitor.run<string[]>(
    `const settled = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const db = await settled(indexedDB.open(args[0]));
    const rows = await settled(db.transaction('outbox').objectStore('outbox').getAll());
    db.close();
    return rows.map(({ voucherUlid }) => voucherUlid);`,
    DATABASE_NAME,
  );

for (const { engine, open } of ENGINES) {
  test(`${engine}: one guesses wrong and waits, another guesses right and wins`, async ({
    arrive,
    url,
  }) => {
    const creator = await signUpByApi(url, 'creator');
    const { ulid, code, maskedCode } = await openGiveaway(url, creator, { amount: '3000' });
    const guess = async (digits: readonly string[]): Promise<Visitor> => {
      const visitor = await arrive(open);
      await logIn(visitor, await signUpByApi(url, 'player'));
      await visitor.open(`/v/${ulid}`);
      await visitor.tap('button', 'Claim ₦…');
      for (const digit of digits) await visitor.tap('button', digit);
      await visitor.tap('button', 'Claim ₦…');
      return visitor;
    };
    const loser = await guess(wrongDigits(code, maskedCode));
    await loser.see(/Please wait \d+ seconds before trying again!/);
    const winner = await guess(hiddenDigits(code, maskedCode));
    await winner.see('Congratulations! You won ₦3,000');
    await winner.tap('button', 'Claim & Continue');
    await winner.see('You won ₦3,000');
    await winner.open('/wallet');
    await winner.see('₦3,000');
  });

  test(`${engine}: redeems a payment voucher`, async ({ arrive, url }) => {
    const creator = await signUpByApi(url, 'creator');
    await topUpByApi(url, creator, 3_000);
    const code = await openPaymentVoucher(url, creator, { amount: '2500' });
    const visitor = await arrive(open);
    await logIn(visitor, await signUpByApi(url, 'holder'));
    await visitor.see('Goodies');
    await visitor.open(`/v/${code}`);
    await visitor.tap('button', 'Claim ₦2,500');
    await visitor.see('You redeemed this. ₦2,500 is in your wallet');
    // Each is a document of its own, as after a mail or a checkout: the one before may be kept, and must hold nothing.
    for (let round = 0; round < ROUNDS; round += 1) {
      await visitor.open('/wallet');
      await visitor.see('₦2,500');
      await visitor.open(`/v/${code}`);
      await visitor.see('You redeemed this. ₦2,500 is in your wallet');
    }
  });

  test(`${engine}: starts without a network, and a view from then arrives once`, async ({
    arrive,
    servers,
    url,
  }) => {
    const creator = await signUpByApi(url, 'creator');
    const counted = await openGiveaway(url, creator, { amount: '310000' });
    const sentinel = await openGiveaway(url, creator, { amount: '300000' });
    const visitor = await arrive(open);
    await logIn(visitor, demoPerson('kofi'));
    await visitor.see('₦310,000');
    await untilInstalled(visitor, url);

    await servers.whileDown(async () => {
      await visitor.open('/');
      await visitor.see('₦310,000');
      await visitor.open('/wallet');
      await visitor.see('Available balance');
      await visitor.open(`/v/${counted.ulid}`);
      await visitor.see('₦310,000 voucher');
      await expect.poll(() => waitingViews(visitor)).toEqual([counted.ulid]);
      await visitor.open('/welcome');
      await visitor.see('Guess the digits.');
    });

    await visitor.open('/');
    await expect.poll(() => viewsOf(url, counted)).toBe(1);
    await visitor.open(`/v/${sentinel.ulid}`);
    await expect.poll(() => viewsOf(url, sentinel)).toBe(1);
    expect(await viewsOf(url, counted)).toBe(1);
    expect(await waitingViews(visitor)).toEqual([]);
  });
}
