import { createHash, createHmac } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import type { FairnessAnswer } from '../../../contract/fairness.ts';
import type { Voucher } from '../../../contract/vouchers.ts';
import {
  guess,
  openGiveaway,
  postGiveaway,
  WITHOUT_VIEWS,
  wrongCode,
  type Giveaway,
} from '../../fixtures/api/giveaways.ts';
import { detailFor } from '../../fixtures/api/players.ts';
import { expectNoSecret, secretsOf } from '../../fixtures/api/voucher-secrets.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';
import { strongDevice } from '../../fixtures/api/devices.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, { ada: { walletMinor: 1_000_000n }, kofi: {} });

const fairnessOf = async (ulid: string): Promise<FairnessAnswer> => {
  const reply = await test.call('GET', `/vouchers/${ulid}/fairness`);
  expect(reply.status, reply.text).toBe(200);
  return JSON.parse(reply.text) as FairnessAnswer;
};

const viewBy = async (ulid: string, count: number, from = 0): Promise<void> => {
  for (let index = from; index < from + count; index += 1) {
    await test.call('GET', `/vouchers/${ulid}`, {
      headers: strongDevice(test.deps, `device-${ulid}-${index}`),
    });
  }
  await test.deps.views.flush();
};

// What a phone computes, written down once more from the rules and not from the server's code.
const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leafOf = (ulid: string, position: number, digit: string, salt: string): Buffer =>
  sha256(Buffer.from([0]), `digit/v1\n${ulid}\n${position}\n${digit}\n${salt}`);

/** The root over 13 leaves that one leaf and its path lead to, by the algorithm of RFC 9162, section 2.1.3.2. */
function rootOver13(leaf: Buffer, position: number, path: readonly string[]): string {
  let [fn, sn] = [position, 12];
  let node = leaf;
  for (const neighbour of path) {
    const other = Buffer.from(neighbour, 'hex');
    if (fn % 2 === 1 || fn === sn) {
      node = sha256(Buffer.from([1]), other, node);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    } else node = sha256(Buffer.from([1]), node, other);
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  expect(sn).toBe(0);
  return node.toString('hex');
}

const commitmentOf = (ulid: string, rules: string, root: string): string =>
  sha256(`voucher-commit/v1\n${ulid}\n${sha256(rules).toString('hex')}\n${root}`).toString('hex');

/** Checks every published digit against the commitment. */
function verify(ulid: string, { rules, commitment, digits }: FairnessAnswer): void {
  for (const { position, digit, salt, path } of digits) {
    const root = rootOver13(leafOf(ulid, position, digit, salt), position, path);
    expect(commitmentOf(ulid, rules, root)).toBe(commitment);
  }
}

describe('the commitment of a giveaway', () => {
  it('can be checked for each open digit, and says nothing of the others', async () => {
    const { ulid } = await openGiveaway(test, ada);
    const { masked_code: masked, commitment } = await detailFor(test, undefined, ulid);
    const answer = await fairnessOf(ulid);
    expect(answer).toMatchObject({
      commitment,
      master: null,
      code: null,
      winning_guess_number: null,
    });
    expect(answer.digits.map(({ position }) => position)).toEqual(
      [...masked].flatMap((digit, position) => (digit === '*' ? [] : [position])),
    );
    verify(ulid, answer);
    const rules = JSON.parse(answer.rules) as { amount: number; hidden: number[]; feeBp: number };
    expect(rules).toMatchObject({
      amount: 100_000,
      feeBp: 1000,
      revealMethod: 'views',
      firstRevealViews: 5,
      waitMs: 90_000,
    });
    expect(rules.hidden).toEqual(
      [...masked].flatMap((digit, position) => (digit === '*' ? [position] : [])),
    );
  });

  it('still holds when digits open', async () => {
    const { ulid } = await openGiveaway(test, ada);
    const before = await fairnessOf(ulid);
    await viewBy(ulid, 5);
    const after = await fairnessOf(ulid);
    expect(after.digits).toHaveLength(before.digits.length + 1);
    expect({ ...after, digits: [] }).toEqual({ ...before, digits: [] });
    verify(ulid, after);
  });

  it('gives the master key when it is completed, from which all of it follows', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    const before = await fairnessOf(ulid);
    await guess(test, kofi, ulid, wrongCode(code));
    test.clock.advance(90_000);
    const right = await guess(test, kofi, ulid, code);
    const after = await fairnessOf(ulid);
    expect(after).toMatchObject({
      commitment: before.commitment,
      rules: before.rules,
      code,
      winning_guess_number: right.body['guess_number'],
    });
    expect(after.digits).toHaveLength(13);
    verify(ulid, after);
    for (const { position, salt } of after.digits) {
      const drawn = createHmac('sha256', Buffer.from(after.master ?? '', 'hex'))
        .update(`digit/v1/${position}`)
        .digest('hex');
      expect(drawn).toBe(salt);
    }
  });

  it('is made at creation, before it is paid', async () => {
    const { ulid } = await postGiveaway(test, ada);
    const { commitment } = await detailFor(test, ada, ulid);
    const reply = await test.call('GET', `/vouchers/${ulid}/fairness`, { token: ada.token });
    expect(reply.body).toMatchObject({ commitment });
    expect((await test.call('GET', `/vouchers/${ulid}/fairness`)).status).toBe(404);
  });
});

/** What a user has entered is theirs to read, and says nothing of what is right. */
const withoutOwnEntries = (reply: Reply): Reply => ({
  ...reply,
  text: reply.text.replace(/"own_entries":\[[^\]]*\]/, ''),
});

describe('no answer tells a hidden digit', () => {
  const PAGES = ['', '/views', '/top-sharers', '/fairness'];

  /** Everything that can be asked about a giveaway, by a visitor, its creator and a guesser. */
  async function walk(giveaway: Giveaway, state: string): Promise<number> {
    const secrets = await secretsOf(test, giveaway);
    let answers = 0;
    for (const [role, person] of [
      ['visitor', undefined],
      ['creator', ada],
      ['guesser', kofi],
    ] as const) {
      const token = person?.token;
      const paths = [
        ...[giveaway.ulid, String(giveaway.id)].flatMap((name) =>
          PAGES.map((page) => `/vouchers/${name}${page}`),
        ),
        '/vouchers?per_page=100',
        '/vouchers/featured',
        '/transactions',
        '/wallet/balances',
        `root:/v/${giveaway.ulid}`,
      ];
      for (const path of paths) {
        const reply = await test.call('GET', path, { token });
        expectNoSecret(
          role === 'guesser' ? withoutOwnEntries(reply) : reply,
          secrets,
          `${path} for a ${role}, ${state}`,
        );
        answers += 1;
      }
    }
    for (const person of [ada, kofi]) {
      for (const code of [wrongCode(giveaway.code), wrongCode(giveaway.code, 2), 'x']) {
        expectNoSecret(
          await guess(test, person, giveaway.ulid, code),
          secrets,
          `a guess of ${person.username}, ${state}`,
        );
        answers += 1;
      }
    }
    return answers;
  }

  it('of a giveaway by views, from its creation to its last reveal', async () => {
    const giveaway = await postGiveaway(test, ada);
    expect(await walk(giveaway, 'pending')).toBeGreaterThan(40);
    const opened = await openGiveaway(test, ada);
    await walk(opened, 'active');
    await viewBy(opened.ulid, 5);
    await walk(opened, 'one digit open');
    await viewBy(opened.ulid, 5, 5);
    await walk(opened, 'two digits open');
  });

  it('of a lottery, not even to an entrant with the code', async () => {
    const giveaway = await openGiveaway(test, ada, {
      ...WITHOUT_VIEWS,
      reveal_method: 'lottery',
      final_reveal_time: new Date(test.clock.now() + 3_600_000).toISOString(),
    });
    const secrets = await secretsOf(test, giveaway);
    expectNoSecret(
      await guess(test, kofi, giveaway.ulid, giveaway.code),
      secrets,
      'a correct entry',
    );
    await walk(giveaway, 'open for entries');
    test.clock.advance(3_600_000);
    await walk(giveaway, 'closed, not drawn');
  });

  it('of a private giveaway with 2 hidden digits', async () => {
    const giveaway = await openGiveaway(test, ada, {
      is_private: '1',
      masked_digits: '2',
      first_reveal_views: undefined,
    });
    await walk(giveaway, 'private');
  });

  it('and would notice one that did', async () => {
    const giveaway = await openGiveaway(test, ada);
    const secrets = await secretsOf(test, giveaway);
    await guess(test, kofi, giveaway.ulid, giveaway.code);
    const reply = await test.call('GET', `/vouchers/${giveaway.ulid}`);
    expect((JSON.parse(reply.text) as { voucher: Voucher }).voucher.code).toBe(giveaway.code);
    expect(() => expectNoSecret(reply, secrets, 'a completed giveaway')).toThrow('tells a secret');
  });
});
