import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { DAY_MS } from '../../../contract/durations.ts';
import { secretKeys } from '../../../server/db/schema/operations.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { createSecrets } from '../../../server/config/secrets.ts';
import { readMovements, without } from '../../chaos/judge.ts';
import { randomOf } from '../../chaos/random.ts';
import { lookAround, winOne } from '../../chaos/stories/giveaway-stories.ts';
import { redeemOne, splitOne } from '../../chaos/stories/payment-voucher-stories.ts';
import { Story, type Made } from '../../chaos/stories/story.ts';
import { WalletModel } from '../../chaos/wallet-model.ts';
import type { World } from '../../chaos/world.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { expectCleanBooks, setUpScene } from '../scene.ts';
import { RollingNodes } from './rolling-nodes.ts';
import { StrictCaller } from './strict-caller.ts';

const NEW = 'the secret that takes over while people play';
const NODES = 3;
/** Whatever they do at once, one node takes it: nobody is told to come back because there are too many. */
const TELLERS = 4;
const PEOPLE = 60;
const WALLET_MINOR = 50_000_000n;
/** Vouchers from before the rotation that are used after it. */
const OLD_VOUCHERS = 10;
const POLL = { timeout: 120_000, interval: 500 };

const scene = setUpScene(() => ({ TRUST_PROXY: '1', LOG_LEVEL: 'error' }));
let nodes: RollingNodes;
let people: Person[];

beforeAll(async () => {
  // What works on the database from here on are the nodes: this process has but the old secret.
  await scene.deps.jobs.stop();
  people = [];
  while (people.length < PEOPLE)
    people.push(
      await addPerson(scene.deps, `roller_${people.length}`, {
        walletMinor: WALLET_MINOR,
        hasPin: true,
      }),
    );
  // Of young accounts in a crowd, guesses take work.
  await scene.deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * DAY_MS) });
  nodes = await RollingNodes.start(NODES, scene.env);
});
afterAll(async () => {
  await nodes.stop();
});

/** Somebody signs in, and both that session and the one of before are good. */
async function signIn(story: Story): Promise<void> {
  const [person] = story.people(1);
  if (!person) return;
  const body = { username: person.username, password: PASSWORD };
  const login = await story.world.caller.once({ path: '/api/login', body });
  const { token } = login.body;
  if (typeof token !== 'string') return;
  for (const held of [token, person.token]) await story.read({ ...person, token: held }, '/user');
}

const STORIES = [winOne, redeemOne, signIn, winOne, splitOne, lookAround];

/** Tells one story after the other, several at a time and without a pause, until it is told to end. @returns how many */
async function keepTelling(world: World, over: AbortSignal): Promise<number> {
  let told = 0;
  const teller = async (): Promise<void> => {
    while (!over.aborted) {
      const tell = STORIES[told % STORIES.length] ?? winOne;
      told += 1;
      await tell(new Story(world, randomOf(1, `story ${told}`), `rolling-${told}`));
    }
  };
  await Promise.all(Array.from({ length: TELLERS }, teller));
  return told;
}

/** What becomes of the secrets: the uses of those that the database knows, the newest first. */
const keyUses = async (): Promise<string[]> => {
  const rows = await scene.deps.db.select().from(secretKeys);
  return rows.map(({ use }) => use).toSorted();
};

/** How long the new secret has been writing, s. */
async function writingSeconds(): Promise<number> {
  const { rows } = await scene.deps.database.executeSql(
    `select extract(epoch from now() - since)::float as seconds from secret_keys where use = 'writes'`,
    [],
  );
  return Number(rows[0]?.['seconds']);
}

/** What nodes wrote of faults behind some requests; nothing where they had too much to do. */
const linesOf = (requestIds: readonly string[]): string[] =>
  nodes
    .output()
    .split('\n')
    .filter((line) => requestIds.some((id) => line.includes(id)));

async function openOldVouchers(story: Story): Promise<{ giveaways: Made[]; payments: Made[] }> {
  const [giveaways, payments]: [Made[], Made[]] = [[], []];
  for (let n = 0; n < OLD_VOUCHERS; n += 1) {
    const [creator] = story.people(1);
    if (!creator) break;
    const fields = { reveal_method: 'views', second_reveal_views: '9' };
    const giveaway = await story.openGiveaway(creator, fields);
    const payment = await story.openVoucher(creator);
    if (giveaway) giveaways.push(giveaway);
    if (payment) payments.push(payment);
  }
  return { giveaways, payments };
}

/** Somebody who has not made it uses each of the vouchers. @returns how many were paid out */
async function useOldVouchers(
  story: Story,
  { giveaways, payments }: Awaited<ReturnType<typeof openOldVouchers>>,
): Promise<number> {
  let paid = 0;
  const claim = async (made: Made, path: string, body: object, kind: string): Promise<void> => {
    const [person] = people.filter(({ userId }) => userId !== made.creator.userId);
    if (!person) return;
    const { status } = await story.ask(person, path, { body });
    if (status !== 200) return;
    paid += 1;
    story.world.model.move(person, kind, made.ulid, made.amountMinor);
  };
  for (const made of giveaways)
    await claim(
      made,
      '/vouchers/submit',
      { voucher_id: made.ulid, code: made.code },
      'voucher_win',
    );
  for (const made of payments)
    await claim(made, '/vouchers/redeem', { code: made.code }, 'voucher_payment');
  return paid;
}

/** Replaces the secret as operators do, and goes on until the load has met nodes with the new one alone. */
async function rotate({ attempts }: StrictCaller): Promise<void> {
  const { deps, env } = scene;
  const GOODIES_SECRET_OLD = env['GOODIES_SECRET'] ?? '';
  const both = { ...env, GOODIES_SECRET: NEW, GOODIES_SECRET_OLD };
  expect(await nodes.replaceAll(both)).toEqual([0, 0, 0]);
  const command = promisify(execFile)(
    process.execPath,
    ['dist/server/admin.js', 'rotate-secret', '--by', 'ops', '--why', 'a test'],
    { env: { ...process.env, ...both } },
  );
  await expect.poll(keyUses, POLL).toEqual(['read', 'writes']);
  // Each node has followed by then; the rest of the minute that a rotation waits for slower ones is taken as passed.
  await expect.poll(writingSeconds, POLL).toBeGreaterThan(12);
  await deps.db
    .update(secretKeys)
    .set({ since: sql`${secretKeys.since} - interval '1 minute'` })
    .where(eq(secretKeys.use, 'writes'));
  await expect.poll(keyUses, POLL).toEqual(['retired', 'writes']);
  expect((await command).stdout).toContain('GOODIES_SECRET_OLD can be removed');
  expect(await nodes.replaceAll({ ...env, GOODIES_SECRET: NEW })).toEqual([0, 0, 0]);

  const usedFrom = attempts.length;
  await expect.poll(() => attempts.length, POLL).toBeGreaterThan(usedFrom + 200);
}

it(
  'no guess, redemption or session fails while the secret is rotated, and each pays once',
  { timeout: 400_000 },
  async () => {
    const { deps } = scene;
    const caller = new StrictCaller(nodes.urls, randomOf(1, 'balancer'));
    const model = new WalletModel();
    const world: World = {
      people,
      caller,
      model,
      journal: { note: () => undefined },
      answers: new Map(),
      guesses: [],
      history: [],
      withdrawals: [],
      get gateway(): never {
        throw new Error('nobody pays by a gateway here');
      },
    };
    const story = new Story(world, randomOf(1, 'old vouchers'), 'rolling-old');
    const before = await readMovements(deps);
    const beganMs = performance.now();
    const old = await openOldVouchers(story);
    const over = new AbortController();
    const telling = keepTelling(world, over.signal);
    let told = 0;
    try {
      await rotate(caller);
    } finally {
      over.abort();
      told = await telling;
    }
    const seconds = (performance.now() - beganMs) / 1000;
    const longestMs = Math.max(...caller.attempts.map(({ tookMs }) => tookMs));
    console.log(
      `${caller.attempts.length} requests of ${told} stories in ${seconds.toFixed(0)} s, ${caller.failures.length} failed, ` +
        `${caller.putOff.length} put off, ${caller.brokenOff} connections broke, the longest took ${(longestMs / 1000).toFixed(1)} s`,
    );
    expect(caller.failures).toEqual([]);
    expect(linesOf(caller.putOff)).toEqual([]);
    expect(model.contradictions).toEqual([]);

    expect(await useOldVouchers(story, old)).toBe(2 * OLD_VOUCHERS);
    expect(caller.kept.length).toBeGreaterThan(20);
    for (const { call, answer } of caller.kept.slice())
      expect(await caller.once(call)).toEqual(answer);
    for (const person of people) expect((await story.read(person, '/user')).status).toBe(200);
    expect(caller.failures).toEqual([]);

    const expected = [...before, ...model.movements()];
    const actual = await readMovements(deps);
    expect(without(expected, actual)).toEqual([]);
    expect(without(actual, expected)).toEqual([]);
    await expectCleanBooks(deps);
    const secrets = createSecrets(NEW);
    for (const { ulid, codeEncrypted } of await deps.db.select().from(vouchers))
      expect(secrets.isCurrent(codeEncrypted, ulid)).toBe(true);
  },
);
