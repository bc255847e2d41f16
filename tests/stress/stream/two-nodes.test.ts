import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { buildApp } from '../../../server/app.ts';
import { composeDeps } from '../../../server/compose.ts';
import { type Change, noteChange } from '../../../server/db/changes.ts';
import { openPostgres } from '../../../server/db/database.ts';
import { queryRows } from '../../../server/db/query-rows.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import type { Deps } from '../../../server/deps.ts';
import { addPerson, fillWallet, type Person } from '../../fixtures/api/people.ts';
import { type OpenedStream, openStream } from '../../fixtures/api/streams.ts';
import { openVoucher, redeemAs } from '../payment-voucher-scene.ts';
import { setUpScene } from '../scene.ts';

const EVERYTHING = ['balance', 'case', 'notification'];
const scene = setUpScene();
let round = 0;
let ada: Person;
let here: Node;
let there: Node;

interface Node {
  readonly deps: Deps;
  readonly origin: string;
  close(): Promise<void>;
}

/** Another node on the scene's database. */
async function openNode(): Promise<Node> {
  const { config, env } = { config: scene.deps.config, env: scene.env };
  const database = openPostgres(env['DATABASE_URL'] ?? '', { max: 4 });
  const deps = composeDeps(config, database, pino({ level: 'silent' }));
  deps.changes.start();
  const app = await buildApp(deps);
  return {
    deps,
    origin: await app.listen({ port: 0, host: '127.0.0.1' }),
    async close() {
      await app.close();
      await deps.changes.stop();
      await database.close();
    },
  };
}

beforeAll(async () => {
  [here, there] = await Promise.all([openNode(), openNode()]);
});
afterAll(() => Promise.all([here.close(), there.close()]));
beforeEach(async () => {
  round += 1;
  ada = await addPerson(scene.deps, `ada_${round}`);
  // What was told before is not what a test waits for.
  await expect.poll(countListeners).toBe(2);
});

const change = (node: Pick<Node, 'deps'>, ...changes: readonly Change[]): Promise<void> =>
  inTransaction(node.deps.db, async (tx) => {
    for (const one of changes) noteChange(tx, one);
  });
const kinds = ({ events }: OpenedStream): string[] => events.map(({ event }) => event).toSorted();
const openThere = (person: Person, more: { vouchers?: string[]; lastEventId?: string } = {}) =>
  openStream(there.origin, { token: person.token, ...more });

/** Sessions by which nodes listen: it is their last statement. */
async function countListeners(): Promise<number> {
  const [row] = await queryRows<{ count: number }>(scene.deps.db)`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and query = 'listen "changes"'`;
  return row?.count ?? 0;
}
const killListeners = () =>
  scene.deps.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen "changes"'`);

/** A change at the other node is heard from here on. */
async function waitUntilHeard(stream: OpenedStream, person: Person): Promise<void> {
  await expect
    .poll(async () => {
      await change(here, `case:${person.userId}`);
      return kinds(stream);
    })
    .toContain('case');
}

describe('a stream of one node', () => {
  it('tells of money that moved on another', async () => {
    const kofi = await addPerson(scene.deps, `kofi_${round}`, { walletMinor: 10_000_000n });
    const { ulid, code } = await openVoucher(here.deps, kofi, 1_000_000n);
    const [own, other] = [await openThere(ada), await openThere(kofi, { vouchers: [ulid] })];
    await redeemAs(here.deps, ada, code);
    await expect.poll(() => own.events).toContainEqual({ event: 'balance', data: {} });
    await expect.poll(() => kinds(other)).toContain('notification');
    expect(other.events).toContainEqual({ event: 'voucher', data: { ulid } });
    expect(kinds(other)).not.toContain('balance');
  });

  it('tells of what was done in a long session of another', async () => {
    const stream = await openThere(ada);
    await here.deps.database.unhurried((db) =>
      change({ deps: { ...here.deps, db } }, `case:${ada.userId}`),
    );
    await expect.poll(() => kinds(stream)).toEqual(['case']);
  });

  it('tells of more changes than one message takes', async () => {
    const stream = await openThere(ada);
    const others = Array.from({ length: 2_000 }, (_, n): Change => `balance:${1_000_000 + n}`);
    await change(here, `case:${ada.userId}`, ...others, `balance:${ada.userId}`);
    await expect.poll(() => kinds(stream)).toEqual(['balance', 'case']);
  });

  it('tells that anything may have changed where changes are too many to name', async () => {
    const stream = await openThere(ada);
    const others = Array.from({ length: 25_000 }, (_, n): Change => `balance:${1_000_000 + n}`);
    await change(here, ...others);
    await expect.poll(() => kinds(stream)).toEqual(EVERYTHING);
  });

  it('tells a device that was away what it has missed', async () => {
    const first = await openThere(ada);
    await expect.poll(() => first.lastId).not.toBe('');
    first.close();
    await expect.poll(() => there.deps.streams.count).toBe(0);
    const witness = await openThere(await addPerson(scene.deps, `witness_${round}`));
    await change(here, `balance:${ada.userId}`);
    // It is told after the change above.
    await expect.poll(() => there.deps.streams.count).toBe(1);
    await expect
      .poll(async () => {
        await there.deps.streams.comment();
        return witness.lastId;
      })
      .not.toBe(first.lastId);
    const again = await openThere(ada, { lastEventId: first.lastId });
    await expect.poll(() => kinds(again)).toEqual(['balance']);
    const elsewhere = await openStream(here.origin, {
      token: ada.token,
      lastEventId: first.lastId,
    });
    await expect.poll(() => kinds(elsewhere)).toEqual(EVERYTHING);
  });

  it('tells that anything may have changed after it could not listen', async () => {
    const stream = await openThere(ada);
    await expect.poll(() => stream.lastId).not.toBe('');
    const [before] = stream.lastId.split('-');
    await killListeners();
    await expect.poll(() => kinds(stream)).toEqual(EVERYTHING);
    expect(stream.lastId.split('-')[0]).not.toBe(before);
    await waitUntilHeard(stream, ada);
  });

  it('says nothing of money whose node died before it told, which a call finds', async () => {
    const silent = composeDeps(scene.deps.config, scene.deps.database, pino({ level: 'silent' }));
    const stream = await openThere(ada);
    await fillWallet(silent, ada.userId, 'nigeria', 500_00n);
    await waitUntilHeard(stream, ada);
    expect(kinds(stream)).not.toContain('balance');
    const asked = await fetch(`${there.origin}/api/v1/wallet/balances`, {
      headers: { authorization: `Bearer ${ada.token}`, connection: 'close' },
    });
    expect(await asked.text()).toContain('"amount":500');
  });

  it('ends once its user has logged out on another', async () => {
    const stream = await openThere(ada);
    await there.deps.streams.endDeadSessions();
    expect(stream.isOver).toBe(false);
    await fetch(`${here.origin}/api/v1/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, connection: 'close' },
    });
    await there.deps.streams.endDeadSessions();
    await expect.poll(() => stream.isOver).toBe(true);
  });

  it('ends with its node, which waits for none', async () => {
    const third = await openNode();
    const stream = await openStream(third.origin, { token: ada.token });
    await third.close();
    await expect.poll(() => stream.isOver).toBe(true);
  });
});
