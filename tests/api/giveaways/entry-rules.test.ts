import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { ACCOUNT_AGED_MS } from '../../../contract/constants.ts';
import type { VoucherDetail, VoucherListAnswer } from '../../../contract/vouchers.ts';
import { ENTRY_RULES } from '../../../contract/vouchers/entry-rule.ts';
import { guesses } from '../../../server/db/schema/giveaways.ts';
import {
  guess,
  openGiveaway,
  postForm,
  wrongCode,
  type Fields,
  type Giveaway,
  lotteryFields,
} from '../../fixtures/api/giveaways.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { detailFor, expectFailure, verifyEmail } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { HOUR_MS } from '../../../contract/durations.ts';

const test = setUpApp();
const { ada, kofi, uche } = setUpPeople(test, {
  ada: { walletMinor: 10_000_000n },
  kofi: {},
  uche: { verified: false },
});

const kinds = [
  ['a guess', () => ({}), 422],
  ['an entry', () => lotteryFields(test, 30 * 24 * HOUR_MS), 200],
] as const;

const verify = (person: Person) => verifyEmail(test, person);

const tryOn = (person: Person, { ulid, code }: Giveaway): Promise<Reply> =>
  guess(test, person, ulid, wrongCode(code));

const guessesOn = ({ id }: Giveaway) => test.deps.db.$count(guesses, eq(guesses.voucherId, id));

describe.each(kinds)('%s', (_, fields, accepted) => {
  it('is everybody’s where the creator says so', async () => {
    const giveaway = await openGiveaway(test, ada, { ...fields(), entry_rule: 'everybody' });
    for (const person of [kofi, uche])
      expect((await tryOn(person, giveaway)).status).toBe(accepted);
  });

  it('is for verified people where the creator says so, from the moment they are', async () => {
    const giveaway = await openGiveaway(test, ada, { ...fields(), entry_rule: 'verified' });
    const text = 'Verify your e-mail to guess this voucher';
    expectFailure(await tryOn(uche, giveaway), 403, 'guess_unverified', text);
    expect((await tryOn(kofi, giveaway)).status).toBe(accepted);
    await verify(uche);
    expect((await tryOn(uche, giveaway)).status).toBe(accepted);
  });

  it('is for accounts older than a week where the creator says so, to the millisecond', async () => {
    const giveaway = await openGiveaway(test, ada, { ...fields(), entry_rule: 'aged' });
    const mayFrom = new Date(test.clock.now() + ACCOUNT_AGED_MS);
    const refused = await tryOn(kofi, giveaway);
    expectFailure(refused, 403, 'guess_too_new');
    expect(refused.body['may_guess_from']).toBe(mayFrom.toISOString());
    // Lagos is an hour ahead of the test's clock, which stands at nine.
    expect(refused.body['message']).toMatch(/this voucher from \d{1,2} \w+,? \d\d:00/);
    test.clock.advance(ACCOUNT_AGED_MS - 1);
    expectFailure(await tryOn(kofi, giveaway), 403, 'guess_too_new');
    test.clock.advance(1);
    expectFailure(await tryOn(uche, giveaway), 403, 'guess_unverified');
    expect((await tryOn(kofi, giveaway)).status).toBe(accepted);
  });
});

describe('a guess that a rule refuses', () => {
  it('changes nothing: no wait, no number, and its key is as good as new', async () => {
    const giveaway = await openGiveaway(test, ada, { entry_rule: 'verified' });
    const key = `a-key-of-round-${test.round}`;
    const send = () => guess(test, uche, giveaway.ulid, giveaway.code, { key });
    expectFailure(await send(), 403, 'guess_unverified');
    expect(await guessesOn(giveaway)).toBe(0);
    expect(await detailFor(test, uche, giveaway.ulid)).toMatchObject({
      wait_seconds: 0,
      can_guess: false,
      status: 'active',
    });
    await verify(uche);
    expect((await send()).body).toMatchObject({ result: 'won' });
  });

  it('is also that of somebody whom the creator has invited, who is told both', async () => {
    const giveaway = await openGiveaway(test, ada, { entry_rule: 'verified', is_private: '1' });
    const detailOf = (person: Person) => detailFor(test, person, giveaway.ulid);
    expect(await detailOf(uche)).toMatchObject({ is_invited: false, can_guess: false });
    expectFailure(await tryOn(uche, giveaway), 403, 'guess_not_allowed');
    await test.call('POST', `/vouchers/${giveaway.ulid}/allowed-users`, {
      token: ada.token,
      body: { users: [uche.username] },
    });
    expectFailure(await tryOn(uche, giveaway), 403, 'guess_unverified');
    expect(await detailOf(uche)).toMatchObject({ is_invited: true, can_guess: false });
    expect(await detailOf(ada)).not.toHaveProperty('is_invited');
    await verify(uche);
    expect((await tryOn(uche, giveaway)).status).toBe(422);
  });

  it('is one of the right code as well, and says nothing of it', async () => {
    const giveaway = await openGiveaway(test, ada, { entry_rule: 'verified' });
    const [wrong, right] = [
      await tryOn(uche, giveaway),
      await guess(test, uche, giveaway.ulid, giveaway.code),
    ];
    expect({ ...right.body, request_id: 0 }).toEqual({ ...wrong.body, request_id: 0 });
  });

  it('is told that the voucher is used once it is, whoever may have guessed', async () => {
    const giveaway = await openGiveaway(test, ada, { entry_rule: 'verified' });
    await guess(test, kofi, giveaway.ulid, giveaway.code);
    expectFailure(await tryOn(uche, giveaway), 409, 'voucher_used');
  });
});

describe('the rule of a giveaway', () => {
  const ruleOf = async (fields: Fields): Promise<string> => {
    const giveaway = await openGiveaway(test, ada, fields);
    return (await detailFor(test, kofi, giveaway.ulid)).entry_rule;
  };

  it('is by default that of its worth, and else what its creator chose', async () => {
    expect(await ruleOf({ amount: '1999.99' })).toBe('everybody');
    expect(await ruleOf({ amount: '2000' })).toBe('verified');
    expect(await ruleOf({ amount: '2000', entry_rule: 'everybody' })).toBe('everybody');
    expect(await ruleOf({ amount: '1000', entry_rule: 'aged' })).toBe('aged');
  });

  it('is none that we do not know', async () => {
    const reply = await postForm(test, ada.token, { entry_rule: 'friends' });
    expectFailure(reply, 422, 'validation_failed');
    expect(reply.body['errors']).toHaveProperty('entry_rule');
  });

  it('stands in lists, and in what its voucher is to each', async () => {
    const made = new Map<string, Giveaway>();
    for (const rule of ENTRY_RULES)
      made.set(rule, await openGiveaway(test, ada, { entry_rule: rule }));
    const { text } = await test.call('GET', '/vouchers?per_page=100', { token: kofi.token });
    const { data } = (JSON.parse(text) as VoucherListAnswer).data;
    const mayGuess = async (giveaway: Giveaway, person?: Person): Promise<boolean> => {
      const reply = await test.call('GET', `/vouchers/${giveaway.ulid}`, { token: person?.token });
      return (JSON.parse(reply.text) as { voucher: VoucherDetail }).voucher.can_guess;
    };
    const seen: Record<string, unknown> = {};
    for (const [rule, giveaway] of made) {
      expect(data.find(({ ulid }) => ulid === giveaway.ulid)?.entry_rule).toBe(rule);
      seen[rule] = [
        await mayGuess(giveaway),
        await mayGuess(giveaway, uche),
        await mayGuess(giveaway, kofi),
      ];
    }
    expect(seen).toEqual({
      everybody: [true, true, true],
      verified: [false, false, true],
      aged: [false, false, false],
    });
    test.clock.advance(ACCOUNT_AGED_MS);
    expect(await mayGuess(made.get('aged') as Giveaway, kofi)).toBe(true);
  });
});
