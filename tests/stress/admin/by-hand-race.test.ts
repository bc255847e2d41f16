import { asc, eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { initializeTopup } from '../../../server/payments/initialize-payment.ts';
import { settlePayment } from '../../../server/payments/settle-payment.ts';
import { decideCheckout } from '../../../server/sandbox/checkout.ts';
import { adminActions } from '../../../server/db/schema/operations.ts';
import { journalTransactions } from '../../../server/db/schema/ledger.ts';
import { mails } from '../../../server/db/schema/notifications.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import type { Deps } from '../../../server/deps.ts';
import { runAdmin } from '../../fixtures/api/admin.ts';
import { addPerson, nairaOf, type Person } from '../../fixtures/api/people.ts';
import { setUpDeaths } from '../mortal-connections.ts';
import { openVoucher, outcomeOf, redeemAs, tally } from '../payment-voucher-scene.ts';
import { setUpScene } from '../scene.ts';

const AMOUNT_MINOR = 100_000n;
const NAIRA = 1000;
const MEETINGS = 10;
const ADMINS = 8;

const scene = setUpScene();
const atEachDeath = setUpDeaths(scene);
let creator: Person;
let redeemer: Person;
let payers = 0;

beforeAll(async () => {
  creator = await addPerson(scene.deps, 'creator', { walletMinor: 1_000_000_000n });
  redeemer = await addPerson(scene.deps, 'redeemer');
});

interface Topup {
  readonly payer: Person;
  readonly reference: string;
}

/** Somebody who has paid in ₦1,000 at the gateway, of which we have not heard yet. */
async function approvedTopup(): Promise<Topup> {
  payers += 1;
  const payer = await addPerson(scene.deps, `payer_${payers}`);
  const { userId } = payer;
  const { reference } = await initializeTopup(scene.deps, undefined, {
    userId,
    amount: NAIRA,
    currency: 'NGN',
    processor: 'paystack',
  });
  await decideCheckout(scene.deps.db, reference, 'success');
  return { payer, reference };
}

/** Somebody whose wallet holds a top-up of ₦1,000 and nothing else. */
async function toppedUp(): Promise<Topup> {
  const topup = await approvedTopup();
  await settlePayment(scene.deps, topup.reference);
  return topup;
}

const statusOf = async (ulid: string) => {
  const [row] = await scene.deps.db
    .select({ status: vouchers.status })
    .from(vouchers)
    .where(eq(vouchers.ulid, ulid));
  return row?.status;
};

it(`${ADMINS} administrators who refund the same payment at once refund it once`, async () => {
  const { payer, reference } = await toppedUp();
  const outcomes = await Promise.all(
    Array.from({ length: ADMINS }, () => outcomeOf(runAdmin(scene.deps, ['refund', reference]))),
  );
  expect(tally(outcomes)).toEqual({ done: 1, 'this was done before': ADMINS - 1 });
  expect(await nairaOf(scene.deps, payer)).toBe(0);
  const written = eq(adminActions.subject, `payment:${reference}`);
  expect(await scene.deps.db.$count(adminActions, written)).toBe(1);
});

it('a refund that meets a redeem: exactly one of them has the money', async () => {
  for (let n = 0; n < MEETINGS; n += 1) {
    const { ulid, code } = await openVoucher(scene.deps, creator, AMOUNT_MINOR);
    const [kept, held] = [await nairaOf(scene.deps, creator), await nairaOf(scene.deps, redeemer)];
    const refund = () => runAdmin(scene.deps, ['refund', ulid]);
    const redeem = () => redeemAs(scene.deps, redeemer, code);
    const order: readonly (() => Promise<unknown>)[] =
      n % 2 === 0 ? [refund, redeem] : [redeem, refund];
    await Promise.all(order.map((start) => outcomeOf(start())));
    const isUsed = (await statusOf(ulid)) === 'used';
    expect([await nairaOf(scene.deps, creator), await nairaOf(scene.deps, redeemer)]).toEqual(
      isUsed ? [kept, held + NAIRA] : [kept + NAIRA, held],
    );
  }
});

it('a verdict by hand that meets the gateway’s own word: the payment is credited once', async () => {
  for (let n = 0; n < MEETINGS; n += 1) {
    const { payer, reference } = await approvedTopup();
    const away: Deps = {
      ...scene.deps,
      processors: { ...scene.deps.processors, of: () => undefined },
    };
    const state = n % 2 === 0 ? 'paid' : 'failed';
    await Promise.all([
      outcomeOf(runAdmin(away, ['payment', reference, state], 'statement 7')),
      outcomeOf(settlePayment(scene.deps, reference)),
    ]);
    await settlePayment(scene.deps, reference);
    expect(await nairaOf(scene.deps, payer)).toBe(NAIRA);
  }
});

describe('a process that ends between any two statements of a refund', () => {
  interface Deed {
    /** What to refund, and whose wallet shows it. */
    readonly prepare: () => Promise<{ readonly name: string; readonly owner: Person }>;
    readonly gain: number;
    readonly again: RegExp;
  }
  const DEEDS: Readonly<Record<string, Deed>> = {
    'of a payment': {
      prepare: async () => {
        const { payer, reference } = await toppedUp();
        return { name: reference, owner: payer };
      },
      gain: -NAIRA,
      again: /done before/,
    },
    'of a voucher': {
      prepare: async () => {
        const { ulid } = await openVoucher(scene.deps, creator, AMOUNT_MINOR);
        return { name: ulid, owner: creator };
      },
      gain: NAIRA,
      again: /is cancelled/,
    },
  };

  // The node of the scene mails notifications meanwhile.
  const ofTheDeeds = inArray(mails.subject, [
    'Your payment is returned',
    'Your voucher was cancelled',
  ]);
  const look = async (owner: Person) => ({
    wallet: await nairaOf(scene.deps, owner),
    moved: await scene.deps.db.$count(journalTransactions),
    written: (await scene.deps.db.select().from(adminActions).orderBy(asc(adminActions.id))).length,
    mails: await scene.deps.db.$count(mails, ofTheDeeds),
  });

  it.each(Object.entries(DEEDS))('%s: all of it or nothing, and once', async (_name, deed) => {
    const refund = (name: string) => (deps: Deps) => runAdmin(deps, ['refund', name]);
    const first = await deed.prepare();
    await atEachDeath(
      refund(first.name),
      async ({ meet, what, isCommitted, isWholeSent }, dying) => {
        const { name, owner } = await deed.prepare();
        const before = await look(owner);
        const done = {
          wallet: before.wallet + deed.gain,
          moved: before.moved + 1,
          written: before.written + 1,
          mails: before.mails + 1,
        };
        expect((await meet(refund(name))) === 'done', what).toBe(isWholeSent);
        expect(await look(owner), what).toEqual(isCommitted ? done : before);
        const again = await outcomeOf(refund(name)(dying));
        if (isCommitted) expect(again, what).toMatch(deed.again);
        else expect(again, what).toBe('done');
        expect(await look(owner), what).toEqual(done);
      },
    );
  });
});
