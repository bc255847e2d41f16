import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';

import type { EntryProof, EntryProofAnswer, FairnessAnswer } from '../../../contract/fairness.ts';
import { rootOfEntry } from '../../../contract/fairness/entries.ts';
import { MAX_PAGE_SIZE } from '../../../contract/constants.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { GuessesAnswer, LotteryGuess } from '../../../contract/analytics.ts';
import { guesses } from '../../../server/db/schema/giveaways.ts';
import { BATCH } from '../../../server/lib/in-batches.ts';
import { encryptCode } from '../../../server/vouchers/voucher-secrets.ts';
import { drawLottery } from '../../../server/giveaways/lottery/draw-lottery.ts';
import {
  guess,
  openGiveaway,
  wrongCode,
  type Giveaway,
  lotteryFields,
} from '../../fixtures/api/giveaways.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { detailFor, expectFailure, giveCoins, walletOf, read } from '../../fixtures/api/players.ts';
import { addSharers } from '../../fixtures/api/sharers.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';

const test = setUpApp();
const { ada } = setUpPeople(test, { ada: { walletMinor: 1_000_000n } });
let entrants: readonly Person[];
let lottery: Giveaway;

beforeEach(async () => {
  entrants = await Promise.all(
    [1, 2, 3, 4].map((index) => addPerson(test.deps, `entrant_${test.round}_${index}`)),
  );
  lottery = await openGiveaway(test, ada, { ...lotteryFields(test), amount: '100.01' });
});

const enter = async (index: number, code: string): Promise<Reply> => {
  const person = entrants[index];
  if (!person) throw new Error('no entrant');
  const reply = await guess(test, person, lottery.ulid, code);
  expect(reply.status, reply.text).toBe(200);
  test.clock.advance(1_000);
  return reply;
};

const draw = async (): Promise<void> => {
  test.clock.advance(HOUR_MS);
  await drawLottery(test.deps, lottery.id);
};

const entriesOf = async (query = '', person?: Person): Promise<GuessesAnswer> => {
  await test.deps.guessCounts.flush();
  const path = `/vouchers/${lottery.ulid}/guesses${query}`;
  return read<GuessesAnswer>(test, path, person);
};

const fairness = async (): Promise<FairnessAnswer> =>
  read<FairnessAnswer>(test, `/vouchers/${lottery.ulid}/fairness`);

const proofOfEntry = async (number: number): Promise<EntryProof> =>
  (await read<EntryProofAnswer>(test, `/vouchers/${lottery.ulid}/entries/${number}/proof`)).data;

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The root over published entries, computed once more from the rules and level by level. */
function rootOver(entries: readonly LotteryGuess[]): string {
  let level = entries
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, user_id: user, guess_code: code, created_at: at }) =>
      sha256(Buffer.of(0), `entry/v1\n${lottery.ulid}\n${number}\n${user}\n${code}\n${at}`),
    );
  if (level.length === 0) return sha256().toString('hex');
  while (level.length > 1) {
    // A node without a neighbour goes up as it is, which gives the shape of RFC 6962.
    level = level.flatMap((node, index) => {
      if (index % 2 === 1) return [];
      const right = level[index + 1];
      return [right ? sha256(Buffer.of(1), node, right) : node];
    });
  }
  return String(level[0]?.toString('hex'));
}

describe('the entries of a lottery', () => {
  it('come newest first, page by page', async () => {
    for (const index of [0, 1, 2]) await enter(index, wrongCode(lottery.code, index + 1));
    const first = await entriesOf('?per_page=2');
    expect(first.guesses.map(({ username }) => username)).toEqual([
      entrants[2]?.username,
      entrants[1]?.username,
    ]);
    const path = `http://localhost:8080/api/v1/vouchers/${lottery.ulid}/guesses`;
    expect(first.pagination).toEqual({
      current_page: 1,
      last_page: 2,
      per_page: 2,
      total: 3,
      has_more_pages: true,
      next_page_url: `${path}?page=2&per_page=2`,
      prev_page_url: null,
    });
    expect(first.total_guesses).toBe(3);
    const second = await entriesOf('?page=2&per_page=2');
    expect(second.guesses.map(({ number }) => number)).toEqual([1]);
    expect(second.pagination).toMatchObject({
      has_more_pages: false,
      next_page_url: null,
      prev_page_url: `${path}?page=1&per_page=2`,
    });
    expect((await entriesOf('?page=9')).guesses).toEqual([]);
  });

  it('show no digit that is hidden until the draw, to whomever, and then all of them', async () => {
    await enter(0, lottery.code);
    await enter(1, wrongCode(lottery.code));
    const { masked_code: masked } = await detailFor(test, undefined, lottery.ulid);
    for (const person of [undefined, ada, ...entrants]) {
      const { guesses } = await entriesOf('', person);
      for (const { guess_code: code } of guesses) {
        expect(code).toHaveLength(13);
        for (const [at, digit] of [...masked].entries())
          if (digit === '*') expect(code.charAt(at)).toBe('*');
      }
      expect(guesses.at(-1)?.guess_code).toBe(masked);
    }
    await draw();
    expect((await entriesOf()).guesses.map((entry) => entry.guess_code)).toEqual([
      wrongCode(lottery.code),
      lottery.code,
    ]);
  });

  it('are only those of a lottery', async () => {
    const other = await openGiveaway(test, ada);
    const reply = await test.call('GET', `/vouchers/${other.ulid}/guesses`);
    expectFailure(reply, 422, 'lottery_only', 'Only a lottery has entries');
  });
});

describe('the root over the entries', () => {
  it('is fixed by the draw, and misses an entry that is dropped or changed', async () => {
    for (const index of [0, 1, 2, 3]) await enter(index, wrongCode(lottery.code, index + 1));
    await giveCoins(test, entrants[0] as Person, 50);
    const right = await enter(0, lottery.code);
    expect(await fairness()).toMatchObject({ entries_root: null, entries_count: 0 });
    await draw();
    const proof = await fairness();
    const { guesses } = await entriesOf('?per_page=1000');
    expect(proof).toMatchObject({ entries_count: 5, entries_root: rootOver(guesses) });
    expect(proof.winning_guess_number).toBe(right.body['guess_number']);
    const dropped = guesses.filter((_, at) => at !== 2);
    const changed = guesses.map((one, at) => (at === 2 ? { ...one, user_id: 1 } : one));
    expect([rootOver(dropped), rootOver(changed)]).not.toContain(proof.entries_root);
  });

  it('is over all of them when they are more than are read at a time', async () => {
    const count = 2 * BATCH + 1;
    const code = wrongCode(lottery.code, 1);
    const person = entrants[0] as Person;
    await test.deps.db.insert(guesses).values(
      Array.from({ length: count }, (_, index) => ({
        voucherId: lottery.id,
        userId: person.userId,
        number: index + 1,
        guessHash: `entry ${index}`,
        guessEncrypted: encryptCode(test.deps.secrets, lottery.ulid, code),
        isCorrect: false,
        createdAt: new Date(test.clock.now() + index),
      })),
    );
    await draw();
    expect((await entriesOf('?per_page=1000')).guesses).toHaveLength(MAX_PAGE_SIZE);
    const published: LotteryGuess[] = [];
    for (let page = 1; published.length < count; page += 1) {
      const { guesses: some } = await entriesOf(`?per_page=1000&page=${page}`);
      expect(some.length).toBeGreaterThan(0);
      published.push(...some);
    }
    const { entries_root: root } = await fairness();
    expect(root).toBe(rootOver(published));
    // One alone is checked by its path.
    for (const number of [1, 2, BATCH, count]) {
      const proof = await proofOfEntry(number);
      expect(published).toContainEqual(expect.objectContaining({ number, user_id: proof.user_id }));
      expect(proof).toMatchObject({ number, index: number - 1, size: count, guess_code: code });
      expect(rootOfEntry(lottery.ulid, proof)).toBe(root);
      expect(rootOfEntry(lottery.ulid, { ...proof, user_id: 1 })).not.toBe(root);
    }
    const path = `/vouchers/${lottery.ulid}/entries/${count + 1}/proof`;
    expectFailure(await test.call('GET', path), 404, 'entry_not_found');
  });

  it('is reached by no entry before the draw', async () => {
    await enter(0, lottery.code);
    const reply = await test.call('GET', `/vouchers/${lottery.ulid}/entries/1/proof`);
    expectFailure(reply, 422, 'lottery_only');
  });

  it('is the hash of nothing without entries', async () => {
    await draw();
    expect(await fairness()).toMatchObject({ entries_count: 0, entries_root: rootOver([]) });
  });
});

describe("a lottery's money", () => {
  it('goes in three parts with a remainder to the earliest, and its pool to fewer than ten', async () => {
    const sharers = await addSharers(
      test,
      lottery.ulid,
      [1, 2, 3].map((index) => `bringer_${test.round}_${index}`),
    );
    const before = await fairness();
    expect(before.money).toMatchObject({ paid_in: 110.02, in_escrow: 100.01, in_pool: 10.01 });
    await enter(0, wrongCode(lottery.code));
    for (const index of [2, 1, 3]) await enter(index, lottery.code);
    await draw();
    const [, second, third, fourth] = entrants as [Person, Person, Person, Person];
    // 100.01 in three parts is 33.33 and two units over, one each to the two who were first.
    expect([
      await walletOf(test, third),
      await walletOf(test, second),
      await walletOf(test, fourth),
    ]).toEqual([33.34, 33.34, 33.33]);
    // Half of the fee of 10.01 is 5, in three parts 1.66; the platform has what is left.
    for (const sharer of sharers) expect(await walletOf(test, sharer)).toBe(1.66);
    const { money } = await fairness();
    expect(money).toMatchObject({
      currency: 'NGN',
      paid_in: 110.02,
      prize: 100.01,
      returned: 0,
      sharers: 4.98,
      platform: 5.03,
      in_escrow: 0,
      in_pool: 0,
    });
    expect(money.movements.map(({ kind, sum }) => [kind, sum])).toEqual([
      ['voucher_payment', 0],
      ['voucher_win', 0],
      ['voucher_commission_share', 0],
    ]);
    expect(money.movements[1]?.entries).toEqual([
      { account: 'escrow', username: null, amount: -100.01 },
      { account: 'wallet', username: third.username, amount: 33.34 },
      { account: 'wallet', username: second.username, amount: 33.34 },
      { account: 'wallet', username: fourth.username, amount: 33.33 },
    ]);
  });

  it('is told in as many bytes for a thousand winners as for fifty', async () => {
    const told: number[] = [];
    for (const count of [50, 1_000]) {
      const drawn = await openGiveaway(test, ada, { ...lotteryFields(test), amount: '1000' });
      await test.deps.db.execute(sql`insert into users
        (username, email, password_hash, region, referral_code, terms_accepted_at, created_at)
        select ${`w${drawn.id}_`} || n, ${`w${drawn.id}_`} || n || '@goodies.test', '', 'nigeria',
          ${`W${drawn.id}`} || n, now(), now() from generate_series(1, ${count}::int) n`);
      await test.deps.db.execute(sql`insert into guesses
        (voucher_id, user_id, number, guess_hash, guess_encrypted, is_correct, created_at)
        select ${drawn.id}, id, 1000000 * ${drawn.id} + id, 'winner ' || id,
          ${encryptCode(test.deps.secrets, drawn.ulid, drawn.code)}, true, now()
        from users where username like ${`w${drawn.id}\\_%`}`);
      test.clock.advance(HOUR_MS);
      await drawLottery(test.deps, drawn.id);
      const reply = await test.call('GET', `/vouchers/${drawn.ulid}/fairness`);
      const { money } = JSON.parse(reply.text) as FairnessAnswer;
      expect(money).toMatchObject({ prize: 1_000, in_escrow: 0 });
      expect(money.movements[1]).toMatchObject({ entries_count: count + 1, sum: 0 });
      told.push(reply.text.length);
    }
    expect(Math.abs((told[0] ?? 0) - (told[1] ?? 0))).toBeLessThan(400);
  });

  it('returns to the creator without a right entry, the pool being shared as usual', async () => {
    const before = await walletOf(test, ada);
    const [sharer] = await addSharers(test, lottery.ulid, [`bringer_${test.round}`]);
    await enter(0, wrongCode(lottery.code));
    await draw();
    expect(await walletOf(test, ada)).toBe(Math.round(100 * before + 10_001) / 100);
    expect(await walletOf(test, sharer as Person)).toBe(5);
    // To the creator the prize came back, which is no share of it.
    const told = await detailFor(test, ada, lottery.ulid);
    expect(told).toMatchObject({ status: 'completed', winners_count: 0 });
    expect(told.own_share).toBeUndefined();
    const late = await guess(test, entrants[1] as Person, lottery.ulid, lottery.code);
    expectFailure(late, 409, 'voucher_used');
    const { money, winning_guess_number: number } = await fairness();
    expect(number).toBeNull();
    expect(money).toMatchObject({ prize: 0, returned: 100.01, sharers: 5, platform: 5.01 });
    expect(money).toMatchObject({ in_escrow: 0, in_pool: 0 });
    expect(money.movements[1]).toMatchObject({
      kind: 'voucher_refund',
      entries: [
        { account: 'escrow', amount: -100.01 },
        { account: 'wallet', username: ada.username, amount: 100.01 },
      ],
    });
  });
});
