import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';

import { RECEIPT_KEY_MS } from '../../../server/giveaways/receipts.ts';
import type { GuessesAnswer } from '../../../contract/analytics.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { FairnessAnswer, ReceiptKeysAnswer } from '../../../contract/fairness.ts';
import { PROOF_FORMAT } from '../../../contract/fairness/proof-file.ts';
import { verifyProof } from '../../../contract/fairness/verify-proof.ts';
import type { OwnGuessesAnswer, SignedGuess } from '../../../contract/rewards/rewards.ts';
import { runCommand } from '../../../server/admin/commands.ts';
import { adminActions } from '../../../server/db/schema/operations.ts';
import { receiptKeys } from '../../../server/db/schema/giveaways.ts';
import { drawLottery } from '../../../server/giveaways/lottery/draw-lottery.ts';
import {
  guess,
  openGiveaway,
  wrongCode,
  type Giveaway,
  lotteryFields,
} from '../../fixtures/api/giveaways.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { read } from '../../fixtures/api/players.ts';

const test = setUpApp();
const { ada, kofi, yaa } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n },
  kofi: {},
  yaa: {},
});
let giveaway: Giveaway;

beforeEach(async () => {
  await test.deps.db.delete(receiptKeys);
  giveaway = await openGiveaway(test, ada);
});

const receiptsOf = async (person: Person): Promise<SignedGuess[]> =>
  (await read<OwnGuessesAnswer>(test, '/guesses', person)).data;
/** The receipt of one guess of Kofi's, sent now. */
const guessOnce = async (): Promise<SignedGuess> => {
  const sent = await guess(test, kofi, giveaway.ulid, wrongCode(giveaway.code));
  expect(sent.status, sent.text).toBe(422);
  const [own] = await receiptsOf(kofi);
  if (!own) throw new Error('the guess is not listed');
  expect(own.guess_number).toBe(sent.body['guess_number']);
  return own;
};
const keysOf = async (): Promise<ReceiptKeysAnswer['keys']> =>
  (await read<ReceiptKeysAnswer>(test, '/receipt-keys')).keys;
/** Checks a receipt as anybody would: with a library, and the keys as they are published. */
const verify = async (receipt: string) =>
  jwtVerify(receipt, createLocalJWKSet({ keys: await keysOf() }), {
    issuer: test.deps.config.publicOrigin,
    typ: 'goodies-receipt+jwt',
    algorithms: ['EdDSA'],
  });
const admin = (...[name, ...operands]: string[]) =>
  runCommand(test.deps, name, { operands, by: 'Chidi', why: 'a test' });

describe('a receipt', () => {
  it('says number, time and code of a guess and nothing else, and holds for any library', async () => {
    const own = await guessOnce();
    const { payload, protectedHeader } = await verify(own.receipt);
    expect(payload).toEqual({
      iss: test.deps.config.publicOrigin,
      voucher: giveaway.ulid,
      number: own.guess_number,
      code: wrongCode(giveaway.code),
      created_at: own.created_at,
    });
    const [key] = await keysOf();
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: key?.kid, typ: 'goodies-receipt+jwt' });
  });

  it('is the same text each time, and its player’s alone', async () => {
    const own = await guessOnce();
    test.clock.advance(60_000);
    expect(await receiptsOf(kofi)).toEqual([own]);
    expect(await receiptsOf(yaa)).toEqual([]);
    const visitor = await test.call('GET', '/guesses');
    expect(visitor.body).toMatchObject({ code: 'unauthenticated' });
  });

  it('does not change with what becomes of the voucher', async () => {
    const own = await guessOnce();
    expect((await guess(test, yaa, giveaway.ulid, giveaway.code)).status).toBe(200);
    const [after] = await receiptsOf(kofi);
    expect(after).toMatchObject({ receipt: own.receipt, voucher: { status: 'completed' } });
  });
});

it('of a lottery agree with its entries, which others’ guesses stand between', async () => {
  const lottery = await openGiveaway(test, ada, lotteryFields(test));
  await guess(test, kofi, lottery.ulid, wrongCode(lottery.code));
  await guessOnce();
  await guess(test, yaa, lottery.ulid, lottery.code);
  test.clock.advance(HOUR_MS);
  await drawLottery(test.deps, lottery.id);

  const { guesses } = await read<GuessesAnswer>(test, `/vouchers/${lottery.ulid}/guesses`);
  const entries = guesses.toReversed().map(({ number, user_id, guess_code, created_at }) => ({
    number,
    user_id,
    guess_code,
    created_at,
  }));
  const own = [...(await receiptsOf(kofi)), ...(await receiptsOf(yaa))].filter(
    ({ voucher }) => voucher.ulid === lottery.ulid,
  );
  const receipts = await Promise.all(
    own.map(async ({ receipt }) => (await verify(receipt)).payload),
  );
  expect(receipts).toMatchObject(
    entries.map(({ number, guess_code: code, created_at }) => ({ number, code, created_at })),
  );
  const { commitment, rules, digits, master, code, entries_root } = await read<FairnessAnswer>(
    test,
    `/vouchers/${lottery.ulid}/fairness`,
  );
  const sealed = { format: PROOF_FORMAT, ulid: lottery.ulid, commitment, rules, digits } as const;
  const file = { ...sealed, master, code, entries_root, entries };
  expect(
    verifyProof(file, { receipts: own.map((entry) => ({ number: entry.guess_number })) }),
  ).toMatchObject({ hasFailed: false });
});

describe('the keys', () => {
  it('are public, without their private halves, and may be kept for a minute', async () => {
    await guessOnce();
    const reply = await test.call('GET', '/receipt-keys');
    expect(reply.headers['cache-control']).toBe('public, max-age=60');
    expect(reply.body).toEqual({
      success: true,
      keys: [
        {
          kty: 'OKP',
          crv: 'Ed25519',
          x: expect.stringMatching(/^[\w-]{43}$/),
          kid: expect.stringMatching(/^[0-9A-Z]{26}$/),
          alg: 'EdDSA',
          use: 'sig',
        },
      ],
    });
  });

  it('are made when there is something to sign', async () => {
    expect(await receiptsOf(yaa)).toEqual([]);
    expect(await keysOf()).toEqual([]);
  });

  it('are replaced after 90 days; what the former one signed stays good, and it signs nothing more', async () => {
    const first = await guessOnce();
    const { db, clock } = test.deps;
    const grow = (ms: number) =>
      db.update(receiptKeys).set({ createdAt: new Date(clock.now() - ms) });
    await grow(RECEIPT_KEY_MS - 1);
    expect(await receiptsOf(kofi)).toEqual([first]);
    await grow(RECEIPT_KEY_MS);
    const [again] = await receiptsOf(kofi);
    const kid = (own: SignedGuess | undefined) => decodeProtectedHeader(own?.receipt ?? '').kid;
    expect(kid(again)).not.toBe(kid(first));
    expect((await keysOf()).map((key) => key.kid)).toEqual([kid(first), kid(again)]);
    expect((await verify(first.receipt)).payload).toEqual(
      (await verify(again?.receipt ?? '')).payload,
    );
    const rows = await db.select().from(receiptKeys).orderBy(receiptKeys.createdAt);
    expect(rows).toMatchObject([
      { sealed: null, retiredAt: new Date(clock.now()) },
      { retiredAt: null },
    ]);
  });

  it('are retired by hand, which is written down', async () => {
    const first = await guessOnce();
    const [{ kid } = { kid: '' }] = await keysOf();
    const said = await admin('receipt-key', 'retire', kid);
    expect(said).toEqual([expect.stringMatching(/^\w{26} is retired, \w{26} signs$/)]);
    await verify(first.receipt);
    await expect(admin('receipt-key', 'retire', kid)).rejects.toThrow(
      `receipts are not signed with ${kid}`,
    );
    const written = (await test.deps.db.select().from(adminActions)).at(-1);
    expect(written).toMatchObject({
      action: 'receipt-key retire',
      subject: `receipt-key:${kid}`,
      outcome: said[0],
    });
  });

  it('are withdrawn when they leaked: what they signed is good no more, and signed anew', async () => {
    const first = await guessOnce();
    const [{ kid } = { kid: '' }] = await keysOf();
    await admin('receipt-key', 'withdraw', kid);
    await expect(verify(first.receipt)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    const [again] = await receiptsOf(kofi);
    await verify(again?.receipt ?? '');
    await expect(admin('receipt-key', 'withdraw', kid)).rejects.toThrow(`there is no key ${kid}`);
    // One that signs nothing any more may have leaked before.
    const [{ kid: second } = { kid: '' }] = await keysOf();
    await admin('receipt-key', 'retire', second);
    expect(await admin('receipt-key', 'withdraw', second)).toEqual([`${second} is withdrawn`]);
    expect(await keysOf()).toHaveLength(1);
    await expect(admin('receipt-key', 'lose', second)).rejects.toThrow('`retire` or `withdraw`');
  });
});
