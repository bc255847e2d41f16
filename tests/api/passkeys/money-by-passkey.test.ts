import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';

import { passkeys } from '../../../server/db/schema/accounts.ts';
import { purchases } from '../../../server/db/schema/disbursements.ts';
import { givePasskey, proofBy } from '../../fixtures/api/passkeys/give-passkey.ts';
import {
  SoftAuthenticator,
  type Otherwise,
} from '../../fixtures/api/passkeys/soft-authenticator.ts';
import { postGiveaway } from '../../fixtures/api/giveaways.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { givePin, PIN } from '../../fixtures/api/pins.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { Withdrawals, withdrawalOf } from '../../fixtures/api/withdrawals.ts';
import { walletOf } from '../../fixtures/api/players.ts';
import { refusalOf } from '../../fixtures/api/refusal.ts';
import { AIRTIME, METER } from '../../fixtures/api/request-bodies.ts';
import { PASSKEY_CHALLENGE_MS } from '../../../server/accounts/passkeys/check-passkey.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n },
  kofi: { walletMinor: 1_000_000n },
});
const withdrawals = new Withdrawals(test);
const KEY = { 'idempotency-key': 'of-one-withdrawal' };
const FULL = 10_000;

/** Withdraws ₦1,000, without a PIN. */
const start = (person: Person, body: object = {}, headers: Record<string, string> = {}) =>
  withdrawals.start(person, { pin: undefined, ...body }, headers);
const REFUSED = [422, 'passkey_refused'];

describe('money that leaves', () => {
  it('leaves with a passkey where no PIN was chosen', async () => {
    expect(refusalOf(await start(ada))).toEqual([403, 'pin_needed']);
    const passkey = await givePasskey(test.deps, ada);
    const asked = await start(ada);
    expect(refusalOf(asked)).toEqual([428, 'passkey_required']);
    expect(asked.body['message']).toBe('Confirm with your fingerprint or face');
    // There is no PIN, so none is right, however often one is tried.
    for (let n = 0; n < 6; n += 1)
      expect(refusalOf(await start(ada, { pin: PIN }))).toEqual([428, 'passkey_required']);
    expect(await walletOf(test, ada)).toBe(FULL);
    withdrawalOf(await start(ada, { passkey: await proofBy(test.deps, ada, passkey) }));
    expect(await walletOf(test, ada)).toBe(FULL - 1010);
    const [row] = await test.deps.db.select().from(passkeys).where(eq(passkeys.userId, ada.userId));
    expect(row).toMatchObject({ counter: 1, lastUsedAt: new Date(test.clock.now()) });
  });

  it('leaves with either of the two, also while the PIN is locked', async () => {
    await givePin(test.deps, ada.userId);
    const passkey = await givePasskey(test.deps, ada);
    expect(refusalOf(await start(ada))).toEqual([428, 'pin_required']);
    withdrawalOf(await start(ada, { pin: PIN }));
    for (let n = 0; n < 5; n += 1) await start(ada, { pin: '135792' });
    expect(refusalOf(await start(ada, { pin: PIN }))).toEqual([429, 'pin_locked']);
    withdrawalOf(await start(ada, { passkey: await proofBy(test.deps, ada, passkey) }));
    // Nor does it open the lock.
    expect(refusalOf(await start(ada, { pin: PIN }))).toEqual([429, 'pin_locked']);
  });

  it('is guarded by it wherever a PIN guards it', async () => {
    const passkey = await givePasskey(test.deps, ada);
    const { ulid } = await postGiveaway(test, ada);
    const quote = await test.call('POST', '/wallet/exchange/quote', {
      token: ada.token,
      body: { from: 'NGN', to: 'GHS', amount: 500 },
    });
    const calls: readonly (readonly [path: string, body: object])[] = [
      ['/vouchers/payment/wallet', { voucher_id: ulid, amount: 1000, currency: 'NGN' }],
      ['/airtime/purchase', AIRTIME],
      ['/bills/pay', { ...METER, amount: 1000, currency: 'NGN' }],
      [
        '/wallet/exchange',
        { quote_id: (JSON.parse(quote.text) as { data: { quote_id: string } }).data.quote_id },
      ],
      ['/premium/subscribe', { plan: 'premium', amount: 1000, currency: 'NGN', method: 'wallet' }],
    ];
    for (const [path, body] of calls) {
      const send = (proof: object) =>
        test.call('POST', path, { token: ada.token, body: { ...body, ...proof } });
      expect(refusalOf(await send({})), path).toEqual([428, 'passkey_required']);
      const proof = { passkey: await proofBy(test.deps, ada, passkey) };
      expect((await send(proof)).status, path).toBe(200);
      expect(refusalOf(await send(proof)), path).toEqual(REFUSED);
    }
  });
});

describe('what a passkey has signed', () => {
  it.each<[string, Otherwise]>([
    ['for another page', { origin: 'https://elsewhere.test' }],
    ['for another server', { rpId: 'elsewhere.test' }],
    ['without a look at finger or face', { isUnverified: true }],
    ['as if a passkey were made', { type: 'webauthn.create' }],
    ['of a challenge that nobody has drawn', { challenge: 'x'.repeat(43) }],
  ])('%s is refused, and its challenge over', async (_, otherwise) => {
    const passkey = await givePasskey(test.deps, ada);
    const { challenge } = JSON.parse(
      (await test.call('POST', '/user/passkeys/challenge', { token: ada.token })).text,
    ).data as { challenge: string };
    const wrong = passkey.sign({ challenge }, otherwise);
    expect(refusalOf(await start(ada, { passkey: wrong }))).toEqual(REFUSED);
    const right = passkey.sign({ challenge });
    if (otherwise.challenge === undefined)
      expect(refusalOf(await start(ada, { passkey: right }))).toEqual(REFUSED);
    expect(await walletOf(test, ada)).toBe(FULL);
  });

  it('with another key, or altered, is refused', async () => {
    const passkey = await givePasskey(test.deps, ada);
    const thief = new SoftAuthenticator(undefined, passkey.id);
    const forged = await proofBy(test.deps, ada, thief);
    expect(refusalOf(await start(ada, { passkey: forged }))).toEqual(REFUSED);
    const proof = await proofBy(test.deps, ada, passkey);
    const signature = `${proof.signature.slice(0, -4)}AAAA`;
    expect(refusalOf(await start(ada, { passkey: { ...proof, signature } }))).toEqual(REFUSED);
    const nonsense = { id: 'x', client_data: 'x', authenticator_data: 'x', signature: 'x' };
    expect(refusalOf(await start(ada, { passkey: nonsense }))).toEqual(REFUSED);
    expect(await walletOf(test, ada)).toBe(FULL);
  });

  it('by a passkey of somebody else, or of a challenge of theirs, is refused', async () => {
    const mine = await givePasskey(test.deps, ada);
    const theirs = await givePasskey(test.deps, kofi);
    for (const proof of [
      await proofBy(test.deps, ada, theirs),
      await proofBy(test.deps, kofi, theirs),
      await proofBy(test.deps, kofi, mine),
    ]) {
      expect(refusalOf(await start(ada, { passkey: proof }))).toEqual(REFUSED);
    }
    expect(await walletOf(test, ada)).toBe(FULL);
  });

  it('is good for five minutes and once', async () => {
    const passkey = await givePasskey(test.deps, ada);
    const late = await proofBy(test.deps, ada, passkey);
    test.clock.advance(PASSKEY_CHALLENGE_MS);
    expect(refusalOf(await start(ada, { passkey: late }))).toEqual(REFUSED);
    const proof = await proofBy(test.deps, ada, passkey);
    withdrawalOf(await start(ada, { passkey: proof }));
    expect(refusalOf(await start(ada, { passkey: proof }))).toEqual(REFUSED);
    expect(await walletOf(test, ada)).toBe(FULL - 1010);
  });

  it('by a copy that has counted less is refused', async () => {
    const passkey = await givePasskey(test.deps, ada);
    const by = (counter: number) => proofBy(test.deps, ada, passkey, { counter });
    withdrawalOf(await start(ada, { passkey: await by(7) }));
    for (const counter of [7, 6, 0])
      expect(refusalOf(await start(ada, { passkey: await by(counter) }))).toEqual(REFUSED);
    withdrawalOf(await start(ada, { passkey: await by(8) }));
  });

  it('by one that does not count is good each time', async () => {
    const passkey = await givePasskey(test.deps, ada);
    for (let n = 0; n < 2; n += 1) {
      const proof = await proofBy(test.deps, ada, passkey, { counter: 0 });
      withdrawalOf(await start(ada, { passkey: proof }));
    }
  });

  it('by one that was removed is refused', async () => {
    const passkey = await givePasskey(test.deps, ada);
    await givePin(test.deps, ada.userId);
    const proof = await proofBy(test.deps, ada, passkey);
    await test.deps.db.delete(passkeys).where(eq(passkeys.userId, ada.userId));
    expect(refusalOf(await start(ada, { passkey: proof }))).toEqual(REFUSED);
  });
});

describe('the same request again', () => {
  it('gets its first answer with the same proof, another, a wrong one, or none', async () => {
    const person = await addPerson(test.deps, 'repeating', { walletMinor: 500_000n });
    const passkey = await givePasskey(test.deps, person);
    const proof = await proofBy(test.deps, person, passkey);
    const { reference } = withdrawalOf(await start(person, { passkey: proof }, KEY));
    const other = await proofBy(test.deps, person, passkey);
    for (const again of [
      { passkey: proof },
      { passkey: other },
      { passkey: { ...other, signature: 'AAAA' } },
      { pin: '135792' },
      {},
    ]) {
      expect(withdrawalOf(await start(person, again, KEY)).reference).toBe(reference);
    }
    expect(await walletOf(test, person)).toBe(3990);
  });

  it('finds its proof unused where it was refused for another reason', async () => {
    const passkey = await givePasskey(test.deps, ada);
    const passed = { passkey: await proofBy(test.deps, ada, passkey) };
    const tooMuch = await start(ada, { ...passed, amount: 20_000 });
    expect(refusalOf(tooMuch)).toEqual([422, 'insufficient_funds']);
    withdrawalOf(await start(ada, passed));
  });

  it('is the same wherever money leaves, whatever proof comes with it', async () => {
    await givePin(test.deps, kofi.userId);
    const buy = (proof: object) =>
      test.call('POST', '/airtime/purchase', {
        token: kofi.token,
        headers: { 'idempotency-key': 'one-airtime' },
        body: { network: 'mtn', phone: '08034127765', amount: 500, currency: 'NGN', ...proof },
      });
    expect((await buy({ pin: PIN })).status).toBe(200);
    for (const proof of [{}, { pin: PIN }, { pin: '135792' }])
      expect((await buy(proof)).status).toBe(200);
    const bought = await test.deps.db
      .select()
      .from(purchases)
      .where(eq(purchases.userId, kofi.userId));
    expect(bought).toHaveLength(1);
  });
});
