import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { findPostgresPrograms, PostgresCluster } from '../../scripts/lib/postgres-cluster.ts';
import { buildApp } from '../../server/app.ts';
import type { Answer, Call } from '../chaos/caller.ts';
import { judgeHistory } from '../chaos/history/judge-history.ts';
import { registerOf, walletOf } from '../chaos/history/operation.ts';
import { movementOf, takenBy } from '../chaos/history/read-lists.ts';
import { openInOrder } from '../chaos/open-in-order.ts';
import { randomOf } from '../chaos/random.ts';
import { winOne } from '../chaos/stories/giveaway-stories.ts';
import { cancelOne, redeemOne, splitOne } from '../chaos/stories/payment-voucher-stories.ts';
import { Story, type Made } from '../chaos/stories/story.ts';
import { openDeps, openTown } from '../chaos/town.ts';
import { WalletModel } from '../chaos/wallet-model.ts';
import type { World } from '../chaos/world.ts';
import type { Person } from '../fixtures/api/people.ts';

const PEOPLE = 8;
const ROUNDS = 4;

type Send = (call: Call) => Promise<Answer>;

/** A primary, its asynchronous standby, and a node on each. */
const openPair = () =>
  openInOrder(async (onClose) => {
    const programs = findPostgresPrograms();
    if (!programs) throw new Error('there is no PostgreSQL to make a standby with');
    const primary = await PostgresCluster.start(programs);
    onClose(() => primary.stop());
    const { env, gateway, people } = await openTown(
      { DATABASE_URL: primary.url },
      { seed: 1, people: PEOPLE },
      onClose,
    );
    const standby = await PostgresCluster.start(programs, { copyOf: primary });
    onClose(() => standby.stop());
    const openNode = async (url: string): Promise<Send> => {
      const deps = openDeps({ ...env, DATABASE_URL: url });
      onClose(() => deps.database.close());
      const app = await buildApp(deps);
      onClose(() => app.close());
      return async ({ method = 'POST', path, token, key, body, form }) => {
        const headers = {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        };
        const { statusCode: status, json } = await app.inject({
          method,
          url: path,
          headers,
          ...(form ? { payload: formOf(form) } : body ? { payload: body } : {}),
        });
        const answer = json<Answer['body']>();
        return { status, code: status < 300 ? '' : String(answer['code']), body: answer };
      };
    };
    const nodes = { primary: await openNode(primary.url), standby: await openNode(standby.url) };
    return { primary, standby, gateway, people, nodes };
  });

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

let pair: Awaited<ReturnType<typeof openPair>>;
let world: World;
let told = 0;

beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair.close());

beforeEach(() => {
  const { primary: send } = pair.nodes;
  world = {
    people: pair.people,
    caller: { once: send, untilAnswered: send, attempts: [] },
    model: new WalletModel(),
    journal: { note: () => undefined },
    answers: new Map(),
    guesses: [],
    history: [],
    withdrawals: [],
    gateway: pair.gateway,
  };
});

function newStory(send: Send = pair.nodes.primary): Story {
  told += 1;
  const caller = { ...world.caller, once: send, untilAnswered: send };
  return new Story({ ...world, caller }, randomOf(told, 'story'), `history-${told}`);
}

const kindsFound = (): string[] => judgeHistory(world.history).map(({ kind }) => kind);

function take<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the scene is not complete');
  return value;
}

async function query(statement: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Resolves for everybody once so many have come. */
function meetingOf(count: number): () => Promise<void> {
  let missing = count;
  let open = (): void => undefined;
  const all = new Promise<void>((resolve) => (open = resolve));
  return () => {
    missing -= 1;
    if (missing === 0) open();
    return all;
  };
}

/**
 * Takes a voucher as no node may: in READ COMMITTED, with nothing locked, and a balance that is written as it was
 * read before.
 */
async function takeWrongly(
  { userId, username }: Person,
  { ulid, amountMinor }: Made,
  meet: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: pair.primary.url });
  await client.connect();
  const rowsOf = async (text: string, values: unknown[]): Promise<Record<string, string>[]> =>
    (await client.query<Record<string, string>>(text, values)).rows;
  const beganMs = performance.now();
  await client.query('begin isolation level read committed');
  const wallet = take(
    (
      await rowsOf('select id, balance from ledger_accounts where key = $1', [
        `wallet:${userId}:NGN`,
      ])
    )[0],
  );
  const lines = await rowsOf(
    `select moved.kind, reference, amount > 0 as credit from journal_entries entry
     join journal_transactions moved on moved.id = transaction_id where account_id = $1
     order by entry.id`,
    [wallet['id']],
  );
  const taken = await rowsOf('select 1 from vouchers where ulid = $1 and winner_id is not null', [
    ulid,
  ]);
  expect(taken).toEqual([]);
  await meet();
  await client.query(
    `with moved as (
       insert into journal_transactions (natural_key, kind, reference, description, created_at)
       values ($1, 'voucher_payment', $2, 'taken wrongly', now()) returning id
     )
     insert into journal_entries (transaction_id, account_id, currency, amount)
     select moved.id, account.id, 'NGN', account.amount from moved, (
       select id, case when id = $3 then $4::bigint else -$4::bigint end as amount
       from ledger_accounts where id = $3 or key = 'fees:NGN') account`,
    [`wrong:${ulid}:${userId}`, ulid, wallet['id'], amountMinor],
  );
  await client.query('update ledger_accounts set balance = $2 where id = $1', [
    wallet['id'],
    BigInt(wallet['balance'] ?? 0) + amountMinor,
  ]);
  await client.query("update vouchers set status = 'used', winner_id = $2 where ulid = $1", [
    ulid,
    userId,
  ]);
  await client.query('commit');
  await client.end();
  world.history.push({
    name: `${username} takes ${ulid} wrongly`,
    beganMs,
    endedMs: performance.now(),
    outcome: 'done',
    reads: [
      [
        walletOf(userId),
        lines.map(({ kind = '', reference = '', credit }) =>
          movementOf(kind, reference, credit ? 'credit' : 'debit'),
        ),
      ],
      [registerOf(ulid), []],
    ],
    appends: [
      [walletOf(userId), movementOf('voucher_payment', ulid, 'credit')],
      [registerOf(ulid), takenBy(username)],
    ],
  });
}

it('finds nothing in what people do to a node at once', async () => {
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all([redeemOne, splitOne, cancelOne, winOne].map((tell) => tell(newStory())));
  for (const person of pair.people) await newStory().lookInto(person);
  expect(judgeHistory(world.history)).toEqual([]);
  expect(world.model.contradictions).toEqual([]);
  const done = world.history.filter(({ outcome, appends }) => outcome === 'done' && appends);
  expect(done.length).toBeGreaterThan(ROUNDS * 8);
});

it('finds the update of a wallet that a node without its lock has lost', async () => {
  const story = newStory();
  const [creator, person] = story.people(2);
  const vouchers = [
    take(await story.openVoucher(take(creator))),
    take(await story.openVoucher(take(creator))),
  ];
  const meet = meetingOf(vouchers.length);
  await Promise.all(vouchers.map((voucher) => takeWrongly(take(person), voucher, meet)));
  await story.lookInto(take(person));
  expect(kindsFound()).toEqual(['G-single']);
});

it('finds a voucher that a node without its lock has paid to two people', async () => {
  const story = newStory();
  const [creator, ...takers] = story.people(3);
  const voucher = take(await story.openVoucher(take(creator)));
  const meet = meetingOf(takers.length);
  await Promise.all(takers.map((person) => takeWrongly(person, voucher, meet)));
  await story.lookAt(take(creator), voucher.ulid);
  expect(kindsFound()).toContain('set twice');
});

it('finds a read of a standby that is behind', async () => {
  const story = newStory();
  const [creator] = story.people(1);
  await query('select pg_wal_replay_pause()', pair.standby.url);
  await story.openVoucher(take(creator));
  await story.lookInto(take(creator));
  expect(kindsFound()).toEqual([]);
  await newStory(pair.nodes.standby).lookInto(take(creator));
  expect(kindsFound()).toEqual(['G-single-realtime']);
});
