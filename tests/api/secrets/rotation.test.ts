import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { RELEASE_CODE_MS } from '../../../contract/constants.ts';
import type { OwnGuessesAnswer } from '../../../contract/rewards/rewards.ts';
import type { Database } from '../../../server/db/database.ts';
import { payouts } from '../../../server/db/schema/disbursements.ts';
import { secretKeys } from '../../../server/db/schema/operations.ts';
import { callbackTokenOf, darajaCallbacks } from '../../../server/payments/gateways/daraja.ts';
import { runCommand } from '../../../server/admin/commands.ts';
import { assertSecret, followSecret, rotateOnce } from '../../../server/rotation/key-ring.ts';
import { createSecrets } from '../../../server/config/secrets.ts';
import { mailsTo } from '../../fixtures/api/accounts.ts';
import { guess, lotteryFields, openGiveaway, wrongCode } from '../../fixtures/api/giveaways.ts';
import {
  openVoucher,
  ownVoucher,
  postPaymentForm,
  redeem,
} from '../../fixtures/api/payment-vouchers.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { ownBank, Withdrawals, withdrawalOf } from '../../fixtures/api/withdrawals.ts';
import { startTestApp, type TestApp } from '../../fixtures/api/test-app.ts';
import { openTestDatabase } from '../../fixtures/database.ts';

const OLD = 'the-secret-that-this-database-began-with';
const NEW = 'the-secret-that-is-to-take-its-place-now';
const SETTLED_MS = 60_000;
const NO_WEBHOOK = { body: Buffer.alloc(0), headers: {} };

let database: Database;
let nodes: TestApp[];

/** A node on the one database of a test, with these secrets. */
async function startNode(secret: string, former?: string): Promise<TestApp> {
  const shared = { ...database, close: () => Promise.resolve() };
  const env = { GOODIES_SECRET: secret, ...(former && { GOODIES_SECRET_OLD: former }) };
  const node = await startTestApp(env, shared);
  nodes.push(node);
  return node;
}

/** As `startNode`, past the check of each start. */
async function admitNode(secret: string, former?: string): Promise<TestApp> {
  const node = await startNode(secret, former);
  await assertSecret(node.deps);
  return node;
}

beforeEach(async () => {
  database = await openTestDatabase();
  nodes = [];
  return async () => {
    for (const node of nodes) await node.close();
    await database.close();
  };
});

const usesOf = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await database.db.select().from(secretKeys)).map(({ keyId, use }) => [keyId, use]),
  );
const [OLD_ID] = createSecrets(OLD).keyIds;
const [NEW_ID] = createSecrets(NEW).keyIds;

describe('a server with another secret', () => {
  it('does not start, and says why in a line', async () => {
    await admitNode(OLD);
    const stranger = await startNode(NEW);
    const refusal = await assertSecret(stranger.deps).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'WrongSecretError' });
    expect(String(refusal)).toMatch(/^WrongSecretError: [^\n]*GOODIES_SECRET[^\n]*$/);
    expect(await usesOf()).toEqual({ [OLD_ID]: 'writes' });
  });

  it('does not start on a database from before keys were named, either', async () => {
    const before = await startNode(OLD);
    const ada = await addPerson(before.deps, 'ada', { walletMinor: 1_000_000n });
    await openVoucher(before, ada);
    const stranger = await startNode(NEW);
    await expect(assertSecret(stranger.deps)).rejects.toThrow('another GOODIES_SECRET');
    expect(await usesOf()).toEqual({});
    await assertSecret(before.deps);
    expect(await usesOf()).toEqual({ [OLD_ID]: 'writes' });
  });
});

describe('a server that runs on', () => {
  it('gives up once its secret was retired, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const old = await admitNode(OLD);
    const asked = vi.spyOn(old.deps.db, 'transaction');
    const giveUp = vi.fn<(reason: Error) => void>();
    onTestFinished(followSecret(old.deps, giveUp));
    vi.advanceTimersByTime(5_000);
    await expect.poll(() => asked.mock.settledResults.length).toBe(1);
    expect(giveUp).not.toHaveBeenCalled();
    await rotateOnce((await admitNode(NEW, OLD)).deps);
    await expect
      .poll(() => {
        vi.advanceTimersByTime(5_000);
        return giveUp.mock.calls[0]?.[0].name;
      })
      .toBe('WrongSecretError');
  });
});

describe('a rotation', () => {
  it('keeps every code, guess and answer under either secret, and then needs the new one alone', async () => {
    const old = await admitNode(OLD);
    const ada = await addPerson(old.deps, 'ada', { walletMinor: 100_000_000n });
    const kofi = await addPerson(old.deps, 'kofi');
    const [first, second, guarded] = [
      await openVoucher(old, ada),
      await openVoucher(old, ada),
      await openVoucher(old, ada, { enable_2fa: '1' }),
    ];
    const giveaway = await openGiveaway(old, ada);
    const lottery = await openGiveaway(old, ada, lotteryFields(old));
    await guess(old, kofi, lottery.ulid, lottery.code);
    expect((await guess(old, kofi, giveaway.ulid, wrongCode(giveaway.code))).status).toBe(422);
    const paid = await redeem(old, kofi, first.code, { key: 'rotated-redeem' });
    expect(paid.status).toBe(200);
    expect((await redeem(old, kofi, guarded.code)).status).toBe(428);
    const [mail] = await mailsTo(old, 'ada@goodies.test');
    const receiptOf = async (node: TestApp): Promise<string | undefined> => {
      const own = await node.call('GET', '/guesses', { token: kofi.token });
      return (own.body as unknown as OwnGuessesAnswer).data.at(-1)?.receipt;
    };
    const receipt = await receiptOf(old);
    expect(receipt).toBeDefined();
    const otp = /release code is (\d{6})/.exec(mail?.text ?? '')?.[1] ?? '';

    const both = await admitNode(NEW, OLD);
    expect(await rotateOnce(both.deps)).toBe('rotating');
    expect(await usesOf()).toEqual({ [OLD_ID]: 'read', [NEW_ID]: 'writes' });
    // Everything was sealed anew, and what cannot be is still known by its old hash.
    expect((await ownVoucher(both, ada, second.ulid)).code).toBe(second.code);
    expect((await redeem(both, kofi, guarded.code, { otp })).status).toBe(200);
    const again = await guess(both, kofi, lottery.ulid, lottery.code);
    expect(again.body).toMatchObject({ code: 'duplicate_entry' });
    expect((await mailsTo(both, 'ada@goodies.test'))[0]?.text).toBe(mail?.text);
    const repeated = await redeem(both, kofi, first.code, { key: 'rotated-redeem' });
    expect(repeated.body).toEqual(paid.body);
    const misused = await redeem(both, kofi, second.code, { key: 'rotated-redeem' });
    expect(misused.body).toMatchObject({ code: 'idempotency_key_reused' });

    both.clock.advance(SETTLED_MS + RELEASE_CODE_MS);
    expect(await rotateOnce(both.deps)).toBe('done');
    expect(await usesOf()).toEqual({ [OLD_ID]: 'retired', [NEW_ID]: 'writes' });
    await expect(assertSecret(old.deps)).rejects.toThrow('another GOODIES_SECRET');

    const alone = await admitNode(NEW);
    expect((await redeem(alone, kofi, second.code)).status).toBe(200);
    expect((await redeem(alone, kofi, first.code, { key: 'rotated-redeem' })).body).toEqual(
      paid.body,
    );
    const won = await guess(
      alone,
      await addPerson(alone.deps, 'wanjiru'),
      giveaway.ulid,
      giveaway.code,
    );
    expect(won.body).toMatchObject({ result: 'won' });
    const entered = await guess(alone, kofi, lottery.ulid, lottery.code);
    expect(entered.body).toMatchObject({ code: 'duplicate_entry' });
    expect((await mailsTo(alone, 'ada@goodies.test'))[0]?.text).toBe(mail?.text);
    // Signed with the same key, which is under the new secret now.
    expect(await receiptOf(alone)).toBe(receipt);
    // No row can be opened with the secret of before, nor one of its hashes be found.
    const { rows } = await database.executeSql(
      `select ulid, code_encrypted as sealed, code_hash as hash from vouchers
       union all select ulid, guess_encrypted, guess_hash from guesses
       join vouchers on vouchers.id = voucher_id`,
    );
    const former = createSecrets(OLD);
    expect(rows).toHaveLength(8);
    for (const { ulid, sealed } of rows)
      expect(former.isCurrent(Buffer.from(sealed as Uint8Array), String(ulid))).toBe(false);
    expect(rows.map(({ hash }) => hash)).not.toContain(
      former.lookupHash(second.code, 'payment-code'),
    );
  });

  it('knows whose a payout destination is, before and after', async () => {
    const payees = new Withdrawals(await admitNode(OLD));
    const [first, second] = [await payees.newPayee(5000), await payees.newPayee(5000)];
    withdrawalOf(await payees.start(first));
    // Nothing but the hash tells.
    await database.db.update(payouts).set({ status: 'failed' });
    const refused = async (node: TestApp): Promise<string> => {
      const reply = await new Withdrawals(node).start(second, { destination: ownBank(first) });
      return String(reply.body['code']);
    };
    const both = await admitNode(NEW, OLD);
    both.deps.secrets.writeWith(NEW_ID);
    expect(await refused(both)).toBe('destination_taken');
    await rotateOnce(both.deps);
    both.clock.advance(SETTLED_MS);
    expect(await rotateOnce(both.deps)).toBe('done');
    expect(await refused(await admitNode(NEW))).toBe('destination_taken');
  });

  it('finds what stands under the other key, before it is sealed anew', async () => {
    const old = await admitNode(OLD);
    const ada = await addPerson(old.deps, 'ada', { walletMinor: 100_000_000n });
    const kofi = await addPerson(old.deps, 'kofi');
    const { code } = await openVoucher(old, ada);
    const lottery = await openGiveaway(old, ada, lotteryFields(old));
    await guess(old, kofi, lottery.ulid, lottery.code);
    const callback = callbackTokenOf(old.deps.secrets, 'top_1');

    const both = await admitNode(NEW, OLD);
    both.deps.secrets.writeWith(NEW_ID);
    const taken = await postPaymentForm(both, ada.token, { code });
    expect(taken.body).toMatchObject({ code: 'code_taken' });
    const again = await guess(both, kofi, lottery.ulid, lottery.code);
    expect(again.body).toMatchObject({ code: 'duplicate_entry' });
    expect((await redeem(both, kofi, code)).status).toBe(200);
    expect(darajaCallbacks(both.deps.secrets, callback).isAuthentic(NO_WEBHOOK)).toBe(true);
    const stranger = createSecrets(NEW);
    expect(darajaCallbacks(stranger, callback).isAuthentic(NO_WEBHOOK)).toBe(false);
  });

  it('is not over while a release code of before is good', async () => {
    const old = await admitNode(OLD);
    const ada = await addPerson(old.deps, 'ada', { walletMinor: 1_000_000n });
    const guarded = await openVoucher(old, ada, { enable_2fa: '1' });
    await redeem(old, await addPerson(old.deps, 'kofi'), guarded.code);
    const both = await admitNode(NEW, OLD);
    await rotateOnce(both.deps);
    both.clock.advance(SETTLED_MS);
    expect(await rotateOnce(both.deps)).toBe('rotating');
    both.clock.advance(RELEASE_CODE_MS);
    expect(await rotateOnce(both.deps)).toBe('done');
  });

  it('is not over while a node may still write with the secret of before, and never goes back', async () => {
    await admitNode(OLD);
    const both = await admitNode(NEW, OLD);
    expect(await rotateOnce(both.deps)).toBe('rotating');
    expect(await rotateOnce(both.deps)).toBe('rotating');
    both.clock.advance(SETTLED_MS);
    expect(await rotateOnce(both.deps)).toBe('done');
    expect(await rotateOnce(both.deps)).toBe('done');
    const swapped = await admitNode(OLD, NEW);
    expect(await rotateOnce(swapped.deps)).toBe('refused');
    expect(await usesOf()).toEqual({ [OLD_ID]: 'retired', [NEW_ID]: 'writes' });
  });

  it('is a command that ends when the former secret is not needed, and refuses what cannot begin', async () => {
    const command = { operands: [], by: 'ops', why: 'it leaked' };
    await admitNode(OLD);
    const both = await admitNode(NEW, OLD);
    await rotateOnce(both.deps);
    both.clock.advance(SETTLED_MS);
    expect(await runCommand(both.deps, 'rotate-secret', command)).toEqual([
      'everything is encrypted with GOODIES_SECRET: GOODIES_SECRET_OLD can be removed',
    ]);
    expect(await usesOf()).toEqual({ [OLD_ID]: 'retired', [NEW_ID]: 'writes' });
    const swapped = await admitNode(OLD, NEW);
    await expect(runCommand(swapped.deps, 'rotate-secret', command)).rejects.toThrow(
      'may not write',
    );
  });
});
