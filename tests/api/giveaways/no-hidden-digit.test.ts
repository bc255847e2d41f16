import { afterAll, describe, expect, it } from 'vitest';

import {
  guess,
  openGiveaway,
  postGiveaway,
  wrongCode,
  type Giveaway,
  lotteryFields,
} from '../../fixtures/api/giveaways.ts';
import type { OwnGuess } from '../../../contract/rewards/rewards.ts';
import type { VoucherAnswer } from '../../../contract/vouchers.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { giveCoins } from '../../fixtures/api/players.ts';
import { addressOf, startWithRoutes } from '../../fixtures/api/route-list.ts';
import { expectNoSecret, secretsOf } from '../../fixtures/api/voucher-secrets.ts';
import { strongDevice } from '../../fixtures/api/devices.ts';
import { HOUR_MS } from '../../../contract/durations.ts';

// A route that is added later is walked too: the list is the server's own.
const { test, routes } = await startWithRoutes();
afterAll(() => test.close());

const creator = await addPerson(test.deps, 'creator', { walletMinor: 10_000_000n });
const allowed = await addPerson(test.deps, 'allowed', { walletMinor: 1_000n });
const people: Readonly<Record<string, Person | undefined>> = {
  visitor: undefined,
  player: await addPerson(test.deps, 'player'),
  creator,
  allowed,
  winner: await addPerson(test.deps, 'winner'),
};
const reads = routes.filter(({ method, url }) => method === 'GET' && !url.startsWith('/api/docs'));

/** What each role may have entered in a lottery. */
const enteredBy = (role: string, { code }: Giveaway): readonly string[] => {
  if (role === 'winner') return [wrongCode(code), code];
  return role === 'player' || role === 'allowed' ? [wrongCode(code)] : [];
};

/**
 * An answer without what its caller has typed themselves: their own entries are theirs to read, right or wrong,
 * and nobody else's may be among them.
 */
function withoutOwnEntries(reply: Reply, role: string, giveaway: Giveaway): Reply {
  const guesses = ownGuessesOf(reply);
  if (guesses) {
    const here = guesses.filter(({ voucher }) => voucher.ulid === giveaway.ulid);
    expect(here.filter(({ result }) => result === 'won')).toEqual([]);
    const told = guesses.map((line) => (here.includes(line) ? { ...line, code: '' } : line));
    return { ...reply, text: reply.text.replace(JSON.stringify(guesses), JSON.stringify(told)) };
  }
  const { guesses: exported } = reply.body as { readonly guesses?: readonly ExportedGuess[] };
  if (exported) return withoutExported(reply, exported, role, giveaway);
  const { voucher } = reply.body as Partial<VoucherAnswer>;
  const own = voucher?.own_entries;
  if (!voucher || !own) return reply;
  const codes = own.map(({ code }) => code);
  // A right guess ends a giveaway, so only a lottery still has one to tell.
  const isLottery = voucher.reveal_method === 'lottery';
  const sent = enteredBy(role, giveaway).filter((code) => isLottery || code !== giveaway.code);
  expect(codes.toSorted()).toEqual(sent.toSorted());
  const others = { ...reply.body, voucher: { ...voucher, own_entries: [] } };
  return { ...reply, text: JSON.stringify(others) };
}

interface ExportedGuess {
  readonly voucher: string;
  readonly code: string;
  readonly is_correct: boolean | null;
}

/** The same of the download of all one's data. */
function withoutExported(
  reply: Reply,
  guesses: readonly ExportedGuess[],
  role: string,
  giveaway: Giveaway,
): Reply {
  const others = guesses.map((guess) => {
    if (guess.voucher !== giveaway.ulid) return guess;
    const { code, is_correct: isCorrect } = guess;
    expect(enteredBy(role, giveaway)).toContain(code);
    expect(isCorrect).toBeNull();
    return { ...guess, code: '' };
  });
  return { ...reply, text: JSON.stringify({ ...reply.body, guesses: others }) };
}

/** The caller's guesses in the answer of /guesses or of /dashboard. */
function ownGuessesOf({ body }: Reply): readonly OwnGuess[] | undefined {
  const data: unknown = body['data'];
  const list = Array.isArray(data) ? data : (data as { recent?: unknown } | undefined)?.recent;
  const [first] = Array.isArray(list) ? (list as readonly OwnGuess[]) : [];
  return first && 'guess_number' in first ? (list as readonly OwnGuess[]) : undefined;
}

/** Asks every route there is about a giveaway, in every role; @returns how many answers were searched. */
async function walk(giveaway: Giveaway, state: string): Promise<number> {
  const secrets = await secretsOf(test, giveaway);
  let searched = 0;
  const addresses = reads.flatMap((route) =>
    (route.url.includes(':') ? [giveaway.ulid, String(giveaway.id)] : ['']).map((name) =>
      addressOf(route, name),
    ),
  );
  addresses.push(`root:/v/${giveaway.ulid}`, 'root:/api/v1/vouchers?per_page=100');
  for (const [role, person] of Object.entries(people))
    for (const address of addresses) {
      const reply = await test.call('GET', address, { token: person?.token });
      const told = withoutOwnEntries(reply, role, giveaway);
      expectNoSecret(told, secrets, `${address} for a ${role}, ${state}`);
      searched += 1;
    }
  return searched;
}

/** Wrong guesses of all who may send one, and refused ones of those who may not. */
async function guessWrong(giveaway: Giveaway, state: string): Promise<void> {
  const secrets = await secretsOf(test, giveaway);
  for (const person of Object.values(people)) {
    if (!person) continue;
    for (const code of [wrongCode(giveaway.code), wrongCode(giveaway.code, 2), 'x']) {
      const reply = await guess(test, person, giveaway.ulid, code);
      expectNoSecret(reply, secrets, `a guess of ${person.username}, ${state}`);
    }
  }
}

/** The winner enters the code itself; the answer must not give it back. */
async function enterRight(giveaway: Giveaway): Promise<void> {
  const winner = people['winner'];
  if (!winner) throw new Error('no winner');
  await giveCoins(test, winner, 50);
  const reply = await guess(test, winner, giveaway.ulid, giveaway.code);
  expect(reply.body).toMatchObject({ result: 'entered' });
  expectNoSecret(reply, await secretsOf(test, giveaway), 'a correct entry');
}

async function view(giveaway: Giveaway, viewers: number): Promise<void> {
  for (let n = 0; n < viewers; n += 1) {
    const headers = strongDevice(test.deps, `device-of-viewer-${giveaway.id}-${n}`);
    await test.call('GET', `/vouchers/${giveaway.ulid}`, { headers });
  }
  await test.deps.views.flush();
}

const hiddenOf = async ({ ulid }: Giveaway): Promise<number> => {
  const { body } = await test.call('GET', `/vouchers/${ulid}/views`);
  return String(body['masked_code']).split('*').length - 1;
};

describe('no route tells a hidden digit', () => {
  it('of a giveaway that waits for its payment', async () => {
    const giveaway = await postGiveaway(test, creator);
    expect(await walk(giveaway, 'pending')).toBeGreaterThan(100);
    const payment = { voucher_id: giveaway.ulid, amount: 1000, currency: 'NGN' };
    const paid = await test.call('POST', '/vouchers/payment/wallet', {
      token: creator.token,
      body: payment,
    });
    expect(paid.status).toBe(200);
    expectNoSecret(paid, await secretsOf(test, giveaway), 'its payment');
  });

  // The second threshold is far away where it must not be reached: the walk itself is counted as well.
  it.each([
    { viewers: 0, first: '800', second: '900', hidden: 4 },
    { viewers: 1, first: '1', second: '900', hidden: 3 },
    { viewers: 2, first: '1', second: '2', hidden: 2 },
  ])('of an open giveaway with $hidden of them', async ({ viewers, first, second, hidden }) => {
    const giveaway = await openGiveaway(test, creator, {
      first_reveal_views: first,
      second_reveal_views: second,
    });
    await view(giveaway, viewers);
    expect(await hiddenOf(giveaway)).toBe(hidden);
    await guessWrong(giveaway, `${hidden} hidden`);
    await walk(giveaway, `${hidden} hidden`);
    expect(await hiddenOf(giveaway)).toBe(hidden);
  });

  it('of a private giveaway, also to those who may guess', async () => {
    const giveaway = await openGiveaway(test, creator, {
      is_private: '1',
      masked_digits: '2',
      first_reveal_views: undefined,
      second_reveal_views: '900',
    });
    const secrets = await secretsOf(test, giveaway);
    const path = `/vouchers/${giveaway.ulid}/allowed-users`;
    for (const person of [creator, allowed]) {
      const { token } = person;
      const user_ids = [people['player']?.userId];
      const added = await test.call('POST', path, {
        token,
        body: { users: ['allowed', 'player'] },
      });
      const removed = await test.call('DELETE', path, { token, body: { user_ids } });
      expect([added.status, removed.status]).toEqual(person === creator ? [200, 200] : [404, 404]);
      expectNoSecret(added, secrets, `allowing, as ${person.username}`);
      expectNoSecret(removed, secrets, `disallowing, as ${person.username}`);
    }
    await guessWrong(giveaway, 'private');
    await walk(giveaway, 'private');
  });

  it('of a lottery, open for entries and then closed, before its draw', async () => {
    const giveaway = await openGiveaway(test, creator, lotteryFields(test));
    await guessWrong(giveaway, 'a lottery');
    // A correct entry among the others: its code must not be told either, nor that it is the one.
    await enterRight(giveaway);
    await walk(giveaway, 'a lottery');
    test.clock.advance(HOUR_MS);
    await walk(giveaway, 'a closed lottery');
  });

  it('of other giveaways, when one is won', async () => {
    const [won, other] = [await openGiveaway(test, creator), await openGiveaway(test, creator)];
    const winner = people['winner'];
    if (!winner) throw new Error('no winner');
    const secrets = await secretsOf(test, other);
    const reply = await guess(test, winner, won.ulid, won.code);
    expect(reply.body).toMatchObject({ result: 'won' });
    expectNoSecret(reply, secrets, 'a win');
    await walk(other, 'beside one that is won');
    // The search finds what it looks for where it may be told.
    const told = await test.call('GET', `/vouchers/${won.ulid}/fairness`);
    expect(() => expectNoSecret(told, [won.code], 'a completed giveaway')).toThrow(
      'tells a secret',
    );
  });
});
