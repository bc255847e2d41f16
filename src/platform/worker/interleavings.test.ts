import { Dexie } from 'dexie';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CACHES } from '../../../contract/storage-keys.ts';
import { SCHEMA_VERSIONS, type GoodiesDatabase } from '../../../local/database.ts';
import { enqueueTracking } from '../../../local/outbox/enqueue-tracking.ts';
import { sendOutbox } from '../../../local/outbox/send-outbox.ts';
import { readCreated } from '../../../local/queries/created-vouchers.ts';
import { readTransactions, readWallets } from '../../../local/queries/money.ts';
import { readUser } from '../../../local/queries/user-and-region.ts';
import { readVoucher } from '../../../local/queries/vouchers.ts';
import { startSession } from '../../../local/session.ts';
import {
  CODE_A,
  sampleCreated,
  sampleReceipt,
  sampleUser,
  sampleUserRow,
  sampleVoucher,
  ULID_A,
} from '../../../local/testing/samples.ts';
import { createWorkerBridge } from './worker-bridge.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import {
  interleavedDevice,
  patientScheduler,
  type InterleavedDevice,
} from '../../../workers/testing/interleaved-device.ts';
import { NOW, WITHDRAWAL } from '../../../workers/testing/worker-fixture.ts';

const RUNS = { numRuns: 20 };

const tokenOf = ({ headers }: RequestInit): string =>
  new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? 'nobody';
const keyOf = ({ headers }: RequestInit): string =>
  new Headers(headers).get('idempotency-key') ?? '';

/** An answer that the device caches. */
const says = (body: object, status = 200): Response =>
  Response.json(
    { success: status < 400, message: '', ...body },
    { status, headers: { etag: '"1"', 'cache-control': 'no-store' } },
  );

/** What the server says to somebody; each answer has their name in it. */
function answerFor(owner: string, path: string): object {
  if (path.endsWith('/user')) return { data: sampleUser({ username: owner }), subscription: null };
  if (path.includes('/balances'))
    return { data: { wallets: { NGN: { amount: 1, because: owner } }, card_hold_hours: 0 } };
  if (path.includes('/transactions'))
    return {
      data: [{ ...sampleReceipt(), description: owner }],
      has_more: false,
      total_pages: 1,
      total_count: 1,
    };
  if (path.includes('/created'))
    return { vouchers: [sampleCreated({ ad_copy: owner })], has_more: false };
  if (path.endsWith('/redeem')) return { data: { ulid: ULID_A, amount: 50, currency: 'NGN' } };
  return { voucher: sampleVoucher({ own_receipt: owner }) };
}

const CALLS = {
  refreshUser: (api: DataWorkerApi) => api.refreshUser(),
  refreshWallets: (api: DataWorkerApi) => api.refreshWallets(),
  refreshTransactions: (api: DataWorkerApi) => api.refreshTransactions({}),
  refreshCreated: (api: DataWorkerApi) => api.refreshCreated({}),
  refreshVoucher: (api: DataWorkerApi) => api.refreshVoucher(ULID_A),
  redeemVoucher: (api: DataWorkerApi) => api.redeemVoucher({ code: CODE_A }),
} as const;
const SOME_CALLS = fc.array(fc.constantFrom(...Object.values(CALLS)), {
  minLength: 1,
  maxLength: 4,
});

async function signIn({ keys, openDatabase }: InterleavedDevice): Promise<void> {
  const db = openDatabase();
  await keys.writeToken('Old');
  await startSession(db);
  await db.user.put({ ...sampleUserRow({ username: 'Old' }), fetchedAt: 0 });
}

/** Where something may stand that was asked for after the sign-out. */
const OF_VISITORS = ['answers', 'vouchers'];

async function everythingOn({ openDatabase, keys }: InterleavedDevice) {
  const db = openDatabase();
  const rows = await Promise.all(
    db.tables.map(async (table) => [table.name, await table.toArray()] as const),
  );
  const filled = rows.filter(([, some]) => some.length > 0);
  return { rows: Object.fromEntries(filled), kept: [...keys.values] };
}

describe('in two tabs', { timeout: 120_000 }, () => {
  it('nothing of a user is left after the sign-out, whichever answers come late', async () => {
    const property = fc.asyncProperty(
      patientScheduler(),
      fc.tuple(SOME_CALLS, SOME_CALLS),
      fc.boolean(),
      async (scheduler, calls, signsInAgain) => {
        let hasEnded = false;
        const device = interleavedDevice(scheduler, async (path, init) => {
          if (path.endsWith('/logout')) hasEnded = true;
          if (path.endsWith('/login'))
            return says({ user: sampleUser({ id: 2, username: 'New' }), token: 'New' });
          if (hasEnded && tokenOf(init) === 'Old') return says({ code: 'unauthenticated' }, 401);
          return says(answerFor(tokenOf(init), path));
        });
        await signIn(device);
        for (const name of Object.values(CACHES))
          await (await device.caches.open(name)).put('/x', new Response('Old'));
        const tabs = [device.startWorker(), device.startWorker()] as const;
        const asked = tabs.flatMap(({ api }, tab) =>
          (calls[tab] ?? []).map(async (call) => {
            await device.pick('a tap');
            await call(api);
          }),
        );
        const leave = async (): Promise<void> => {
          await device.pick('the tap on sign-out');
          const left = await tabs[0].api.logout();
          if (left.ok && left.value) void tabs[0].api.endSession(left.value);
          if (signsInAgain) await tabs[1].api.login({ username: 'New', password: 'secret' });
        };
        await scheduler.waitFor(Promise.all([...asked, leave()]));
        await scheduler.waitIdle();
        const { rows, kept } = await everythingOn(device);
        expect(JSON.stringify([rows, kept])).not.toContain('Old');
        const isPrivate = (name: string): boolean => !OF_VISITORS.includes(name);
        if (!signsInAgain) expect(Object.keys(rows).filter(isPrivate)).toEqual([]);
        expect(device.caches.contents.size).toBe(0);
        expect(device.faults).toEqual([]);
        device.close();
      },
    );
    await fc.assert(property, RUNS);
  });

  it('a withdrawal moves money once, however often workers end and answers are lost', async () => {
    const property = fc.asyncProperty(
      patientScheduler(),
      fc.array(fc.nat(6), { maxLength: 3 }),
      fc.infiniteStream(fc.boolean()),
      async (scheduler, crashes, losses) => {
        const moved = new Map<string, number>();
        let lossesLeft = 3;
        const device = interleavedDevice(scheduler, async (_, init) => {
          const key = keyOf(init);
          moved.set(key, (moved.get(key) ?? 0) + 1);
          const isLost = losses.next().value === true && lossesLeft > 0;
          if (isLost) lossesLeft -= 1;
          if (isLost) throw new TypeError('failed to fetch');
          return says({ data: { reference: 'wd_1', status: 'processing' } });
        });
        await signIn(device);
        const page = openPage(device);
        const crash = async (): Promise<void> => {
          for (const picks of crashes) {
            for (let waited = 0; waited <= picks; waited += 1) await device.pick('a crash comes');
            page.crash();
          }
        };
        await scheduler.waitFor(Promise.all([page.withdraw(), crash()]));
        expect(moved.size).toBe(1);
        // What is wished again afterwards is another withdrawal.
        await scheduler.waitFor(page.withdraw());
        expect(moved.size).toBe(2);
        device.close();
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });
});

/** A page with its bridge, who asks until there is an answer. */
function openPage(device: InterleavedDevice) {
  let crash = (): void => undefined;
  const bridge = createWorkerBridge<DataWorkerApi>({
    start: async () => {
      const { api, kill } = device.startWorker();
      return {
        api,
        onCrash: (listener) => {
          crash = () => {
            kill();
            listener();
          };
        },
        stop: kill,
      };
    },
    ping: (api) => api.checkAlive(),
    timeoutMs: 60_000,
    pingTimeoutMs: 60_000,
  });
  return {
    crash: () => crash(),
    withdraw: async (): Promise<void> => {
      for (;;) {
        const result = await bridge.call((api) => api.withdraw({ ...WITHDRAWAL }));
        if (!result.ok) continue;
        const { attempt } = result as typeof result & { readonly attempt?: string };
        if (attempt === undefined) return;
        // Until a worker has heard that the page knows the answer, the command counts as asked.
        const confirm = () => bridge.call((api) => api.confirmAnswer(attempt));
        while (!(await confirm()).ok);
        return;
      }
    },
  };
}

const QUERIES: readonly ((db: GoodiesDatabase) => Promise<unknown>)[] = [
  readUser,
  readWallets,
  (db) => readTransactions(db, {}),
  (db) => readVoucher(db, CODE_A),
  (db) => readCreated(db, {}),
];

/** How often a screen looks again. */
const LOOKS = 4;

/** What a later version of the app may do: it adds a table and an index. */
const LATER = { later: 'key', wallets: 'currency, fetchedAt' };

function openAt(name: string, versions: readonly Readonly<Record<string, string>>[]): Dexie {
  const db = new Dexie(name);
  db.version(versions.length).stores(Object.assign({}, ...versions));
  return db;
}

describe('while other tabs bring the database to new versions', { timeout: 120_000 }, () => {
  it('no query of a screen fails', async () => {
    const property = fc.asyncProperty(
      patientScheduler(),
      fc.integer({ min: 1, max: SCHEMA_VERSIONS.length }),
      fc.array(fc.constantFrom(...QUERIES), { minLength: 2, maxLength: 8 }),
      async (scheduler, version, queries) => {
        const offline = (): Promise<never> => Promise.reject(new TypeError('failed to fetch'));
        const device = interleavedDevice(scheduler, offline);
        const old = openAt(device.name, SCHEMA_VERSIONS.slice(0, version));
        await old.table('user').put({ ...sampleUserRow(), fetchedAt: 1 });
        const db = device.openDatabase();
        const later = openAt(device.name, [...SCHEMA_VERSIONS, LATER]);
        const read = async (query: (typeof queries)[number]): Promise<void> => {
          for (let times = 0; times < LOOKS; times += 1) {
            await device.pick('a screen');
            await query(db);
          }
        };
        const upgrade = async (): Promise<void> => {
          await device.pick('the upgrade');
          await later.open();
        };
        await scheduler.waitFor(Promise.all([upgrade(), ...queries.map(read)]));
        expect(later.verno).toBe(SCHEMA_VERSIONS.length + 1);
        expect(await readUser(db)).toMatchObject({ user: sampleUser() });
        for (const one of [old, later]) one.close();
        device.close();
      },
    );
    await fc.assert(property, RUNS);
  });
});

const ULIDS = Array.from({ length: 4 }, (_, index) => `${index}`.padStart(26, '0'));

describe('the outbox of two tabs', { timeout: 120_000 }, () => {
  it('is sent until each entry is answered, and then no more', async () => {
    const property = fc.asyncProperty(
      patientScheduler(),
      fc.array(fc.constantFrom(...ULIDS), { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.constantFrom('answer', 'answer', 'lose', 'kill')),
      async (scheduler, visits, fates) => {
        const answered: string[] = [];
        let failures = 4;
        const device = interleavedDevice(scheduler, async (_, init, kill) => {
          const { voucher_ids: ids } = JSON.parse(init.body as string) as { voucher_ids: string[] };
          const fate = failures > 0 ? fates.next().value : 'answer';
          if (fate === 'answer') answered.push(...ids);
          else failures -= 1;
          if (fate === 'lose') throw new TypeError('failed to fetch');
          if (fate === 'kill') kill();
          return says({ tracked: ids.length });
        });
        await device.keys.writeDeviceToken(await device.keys.deviceId(), 'proof');
        const send = async (): Promise<void> => {
          await device.pick('a drain');
          const thread = device.startThread();
          const { keys } = device;
          const sent = sendOutbox({ ...thread, keys, now: () => NOW, databaseName: device.name });
          await Promise.race([sent.catch(() => undefined), thread.ended]);
        };
        const tabs = [device.openDatabase(), device.openDatabase()];
        const visit = async (ulid: string, index: number): Promise<void> => {
          await device.pick('a visit');
          await enqueueTracking(tabs[index % 2] ?? device.openDatabase(), 'view', ulid, NOW);
          await send();
        };
        await scheduler.waitFor(Promise.all(visits.map(visit)));
        while ((await tabs[0]?.outbox.count()) !== 0) await scheduler.waitFor(send());
        expect(new Set(answered)).toEqual(new Set(visits));
        expect(answered).toHaveLength(new Set(visits).size);
        device.close();
      },
    );
    await fc.assert(property, RUNS);
  });
});
