import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';

import { OUTGOING_PAUSE_MS } from '../../../contract/accounts/outgoing-pause.ts';
import { EMAIL_TOKEN_MS } from '../../../server/accounts/email-tokens.ts';
import { passwordMatches } from '../../../server/accounts/passwords.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { mailsTo, PASSWORD, signUp, tokenFor } from '../../fixtures/api/accounts.ts';
import { postGiveaway } from '../../fixtures/api/giveaways.ts';
import { addPerson, fillWallet, type Person } from '../../fixtures/api/people.ts';
import { givePasskey, proofBy } from '../../fixtures/api/passkeys/give-passkey.ts';
import { givePin, PIN } from '../../fixtures/api/pins.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { Withdrawals, withdrawalOf } from '../../fixtures/api/withdrawals.ts';
import { walletOf } from '../../fixtures/api/players.ts';
import { PIN_LOCK_MS } from '../../../server/accounts/pin.ts';

const WRONG = '135792';
/** Looks away from its cost: argon2id of this PIN as the server makes it. */
const NEW_PIN = '802461';

const test = setUpApp();
const withdrawals = new Withdrawals(test);

const start = (person: Person, pin: string | undefined, headers: Record<string, string> = {}) =>
  withdrawals.start(person, { pin }, headers);
const setPin = (token: string, body: object): Promise<Reply> =>
  test.call('POST', '/user/pin', { token, body });
const refusalOf = ({ status, body }: Reply) => [status, body['code'], body['tries_left']];

describe('money that leaves', () => {
  it('takes a PIN for a withdrawal', async () => {
    const person = await addPerson(test.deps, 'without_pin', { walletMinor: 500_000n });
    const refused = await start(person, undefined);
    expect(refusalOf(refused)).toEqual([403, 'pin_needed', undefined]);
    expect(refused.body['message']).toBe('Choose a PIN first. It guards the money in your wallet.');
    expect(refusalOf(await start(person, WRONG))).toEqual([403, 'pin_needed', undefined]);
    expect(await walletOf(test, person)).toBe(5000);
  });

  it('asks whoever has one, and moves nothing without the right one', async () => {
    const person = await withdrawals.newPayee(5000);
    expect(refusalOf(await start(person, undefined))).toEqual([428, 'pin_required', undefined]);
    const wrong = await start(person, WRONG);
    expect(refusalOf(wrong)).toEqual([422, 'pin_wrong', 4]);
    expect(wrong.body['message']).toBe('This PIN is not right. Tries left: 4');
    expect(await walletOf(test, person)).toBe(5000);
    withdrawalOf(await start(person, PIN));
    expect(await walletOf(test, person)).toBe(3990);
  });

  it('leaves also while strangers crowd the log-in', async () => {
    const people = [await withdrawals.newPayee(5000), await withdrawals.newPayee(5000)];
    const end = new AbortController();
    let refused = 0;
    const stranger = async (): Promise<void> => {
      while (!end.signal.aborted) {
        await passwordMatches(undefined, 'a guess').catch(() => (refused += 1));
        await nextTurn();
      }
    };
    // More than may wait: whoever comes to the same row now is refused.
    const crowd = Array.from({ length: 150 }, stranger);
    const replies = await Promise.all(people.map((person) => start(person, PIN)));
    end.abort();
    await Promise.all(crowd);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(refused).toBeGreaterThan(40);
  });

  it('pays for a voucher without one only where none was chosen', async () => {
    const person = await addPerson(test.deps, 'payer', { walletMinor: 1_000_000n });
    const pay = async (pin?: string) => {
      const { ulid } = await postGiveaway(test, person);
      return test.call('POST', '/vouchers/payment/wallet', {
        token: person.token,
        body: { voucher_id: ulid, amount: 1000, currency: 'NGN', pin },
      });
    };
    expect((await pay()).status).toBe(200);
    await givePin(test.deps, person.userId);
    expect(refusalOf(await pay())).toEqual([428, 'pin_required', undefined]);
    expect(refusalOf(await pay(WRONG))).toEqual([422, 'pin_wrong', 4]);
    expect((await pay(PIN)).status).toBe(200);
    expect(await walletOf(test, person)).toBe(10_000 - 2 * 1100);
  });
});

describe('wrong PINs', () => {
  it('lock it for an hour after five in a row, also for the right one', async () => {
    const person = await withdrawals.newPayee(5000);
    for (const left of [4, 3, 2, 1])
      expect(refusalOf(await start(person, WRONG))).toEqual([422, 'pin_wrong', left]);
    const fifth = await start(person, WRONG);
    expect(refusalOf(fifth)).toEqual([429, 'pin_locked', undefined]);
    expect(fifth.headers['retry-after']).toBe('3600');
    const until = new Date(test.clock.now() + PIN_LOCK_MS);
    expect(fifth.body['locked_until']).toBe(until.toISOString());
    expect(fifth.body['message']).toBe(
      'Too many wrong PINs: it is locked for 60 minutes. If you have forgotten it, we can mail you a link to choose another one.',
    );
    expect(refusalOf(await start(person, PIN))).toEqual([429, 'pin_locked', undefined]);
    expect(refusalOf(await start(person, undefined))).toEqual([429, 'pin_locked', undefined]);
    test.clock.advance(PIN_LOCK_MS - 1);
    expect(refusalOf(await start(person, PIN))).toEqual([429, 'pin_locked', undefined]);
    test.clock.advance(1);
    expect(refusalOf(await start(person, WRONG))).toEqual([422, 'pin_wrong', 4]);
    withdrawalOf(await start(person, PIN));
    expect(await walletOf(test, person)).toBe(3990);
  });

  it('are forgotten by a right one', async () => {
    const person = await withdrawals.newPayee(5000);
    for (const _ of [1, 2, 3, 4]) await start(person, WRONG);
    withdrawalOf(await start(person, PIN));
    expect(refusalOf(await start(person, WRONG))).toEqual([422, 'pin_wrong', 4]);
  });

  it('keep nobody from the answer to what was carried out before', async () => {
    const person = await withdrawals.newPayee(5000);
    const key = { 'idempotency-key': 'answered-before' };
    const { reference } = withdrawalOf(await start(person, PIN, key));
    for (const pin of [undefined, WRONG, PIN])
      expect(withdrawalOf(await start(person, pin, key)).reference).toBe(reference);
    expect(await walletOf(test, person)).toBe(3990);
  });
});

describe('right PINs', () => {
  it('at the same moment do not lock one another out', async () => {
    const person = await withdrawals.newPayee(9000);
    const replies = await Promise.all(Array.from({ length: 8 }, () => start(person, PIN)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  });
});

describe('choosing a PIN', () => {
  it('takes the password for the first one, and the old one for another, and tells the user by mail', async () => {
    const user = await signUp(test);
    await fillWallet(test.deps, user.id, 'nigeria', 500_000n);
    const person = { ...user, userId: user.id, region: 'nigeria' } as const;
    const hasPin = async () =>
      (await test.call('GET', '/api/user', { token: user.token })).body['has_pin'];
    expect(await hasPin()).toBe(false);
    const wrong = await setPin(user.token, { pin: PIN, password: 'not the password' });
    expect(refusalOf(wrong)).toEqual([422, 'password_wrong', undefined]);
    expect(await hasPin()).toBe(false);

    expect((await setPin(user.token, { pin: PIN, password: PASSWORD })).status).toBe(200);
    expect(await hasPin()).toBe(true);
    expect((await mailsTo(test, user.email))[0]?.subject).toBe('Your PIN was set');
    const byPassword = await setPin(user.token, { pin: NEW_PIN, password: PASSWORD });
    expect(refusalOf(byPassword)).toEqual([428, 'pin_required', undefined]);
    expect((await setPin(user.token, { pin: NEW_PIN, old_pin: PIN })).status).toBe(200);
    expect(refusalOf(await start(person, PIN))).toEqual([422, 'pin_wrong', 4]);
    withdrawalOf(await start(person, NEW_PIN));
  });

  it('counts a wrong old PIN like one for money, and takes none while it is locked', async () => {
    const person = await withdrawals.newPayee(5000);
    const change = (old_pin: string) => setPin(person.token, { pin: NEW_PIN, old_pin });
    for (const left of [4, 3])
      expect(refusalOf(await change(WRONG))).toEqual([422, 'pin_wrong', left]);
    for (const left of [2, 1])
      expect(refusalOf(await start(person, WRONG))).toEqual([422, 'pin_wrong', left]);
    expect(refusalOf(await change(WRONG))).toEqual([429, 'pin_locked', undefined]);
    expect(refusalOf(await change(PIN))).toEqual([429, 'pin_locked', undefined]);
    test.clock.advance(PIN_LOCK_MS);
    withdrawalOf(await start(person, PIN));
  });

  it('takes a passkey instead of the old one, also for a first PIN beside it', async () => {
    const person = await addPerson(test.deps, 'fingers', { walletMinor: 500_000n });
    const passkey = await givePasskey(test.deps, person);
    const byPassword = await setPin(person.token, { pin: PIN, password: PASSWORD });
    expect(refusalOf(byPassword)).toEqual([428, 'passkey_required', undefined]);
    for (const pin of [PIN, NEW_PIN]) {
      const proof = await proofBy(test.deps, person, passkey);
      expect((await setPin(person.token, { pin, passkey: proof })).status).toBe(200);
      const again = await setPin(person.token, { pin, passkey: proof });
      expect(refusalOf(again)).toEqual([422, 'passkey_refused', undefined]);
    }
    withdrawalOf(await start(person, NEW_PIN));
  });

  it('takes no old PIN of whoever has none instead of the password', async () => {
    const { token } = await signUp(test);
    const reply = await setPin(token, { pin: NEW_PIN, old_pin: PIN });
    expect(refusalOf(reply)).toEqual([422, 'validation_failed', undefined]);
  });

  it('takes the password and a mailed link where it is forgotten, and unlocks', async () => {
    const person = await withdrawals.newPayee(5000);
    const email = `${person.username}@goodies.test`;
    for (const _ of [1, 2, 3, 4, 5]) await start(person, WRONG);
    const asked = await test.call('POST', '/user/pin/forgotten', { token: person.token });
    expect(asked.status, asked.text).toBe(200);
    const token = await tokenFor(test, email, '/profile/pin');
    const choose = (body: object) => setPin(person.token, { pin: NEW_PIN, token, ...body });
    expect(refusalOf(await choose({}))).toEqual([422, 'validation_failed', undefined]);
    expect(refusalOf(await choose({ password: 'not the password' }))).toEqual([
      422,
      'password_wrong',
      undefined,
    ]);
    const other = await withdrawals.newPayee(0);
    const stolen = { pin: NEW_PIN, password: PASSWORD, token };
    expect(refusalOf(await setPin(other.token, stolen))).toEqual([422, 'link_expired', undefined]);
    expect((await choose({ password: PASSWORD })).status).toBe(200);
    const again = await choose({ password: PASSWORD });
    expect(refusalOf(again)).toEqual([422, 'link_expired', undefined]);
    expect(refusalOf(await start(person, NEW_PIN))).toEqual([403, 'outgoing_paused', undefined]);
    test.clock.advance(OUTGOING_PAUSE_MS);
    withdrawalOf(await start(person, NEW_PIN));
  });

  it('mails a link three times an hour, that lasts an hour and not past a new password', async () => {
    const person = await withdrawals.newPayee(0);
    const { token } = person;
    const ask = () => test.call('POST', '/user/pin/forgotten', { token });
    for (const _ of [1, 2, 3]) expect((await ask()).status).toBe(200);
    expect(refusalOf(await ask())).toEqual([429, 'too_many_requests', undefined]);
    const link = await tokenFor(test, `${person.username}@goodies.test`, '/profile/pin');
    test.clock.advance(EMAIL_TOKEN_MS.pin);
    const late = await setPin(token, { pin: NEW_PIN, password: PASSWORD, token: link });
    expect(refusalOf(late)).toEqual([422, 'link_expired', undefined]);
    expect((await ask()).status).toBe(200);
    const fresh = await tokenFor(test, `${person.username}@goodies.test`, '/profile/pin');
    const password = 'the-owners-new-password';
    const body = { current_password: PASSWORD, password };
    expect((await test.call('POST', '/user/password', { token, body })).status).toBe(200);
    const former = await setPin(token, { pin: NEW_PIN, password, token: fresh });
    expect(refusalOf(former)).toEqual([422, 'link_expired', undefined]);
  });

  it('refuses what is tried first, and what is no PIN', async () => {
    const user = await signUp(test);
    const simple = await setPin(user.token, { pin: '123456', password: PASSWORD });
    expect(refusalOf(simple)).toEqual([422, 'pin_too_simple', undefined]);
    for (const pin of ['12345', '1234567', '24681O', '', 246810])
      expect((await setPin(user.token, { pin, password: PASSWORD })).status).toBe(422);
  });

  it('takes no more wrong passwords than the log-in', async () => {
    const user = await signUp(test);
    for (let tries = 0; tries < 10; tries += 1)
      await setPin(user.token, { pin: PIN, password: 'not the password' });
    const right = await setPin(user.token, { pin: PIN, password: PASSWORD });
    expect(refusalOf(right)).toEqual([429, 'too_many_requests', undefined]);
  });

  it('keeps neither the PIN nor anything that it is easily found from', async () => {
    const user = await signUp(test);
    await setPin(user.token, { pin: NEW_PIN, password: PASSWORD });
    const [row] = await test.deps.db.select().from(users).where(eq(users.id, user.id));
    expect(row?.pinHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

it('a PIN that is chosen tells an address that was not proved a few times, however many accounts name it', async () => {
  const email = 'named-by-many@mail.test';
  for (let n = 0; n < 5; n += 1) {
    const { id, token } = await signUp(test, { verified: false });
    await test.deps.db.update(users).set({ email }).where(eq(users.id, id));
    const body = { pin: NEW_PIN, password: PASSWORD };
    expect((await setPin(token, body)).status).toBe(200);
  }
  expect(await mailsTo(test, email)).toHaveLength(3);
});
