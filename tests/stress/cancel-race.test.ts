import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { minorToMajor } from '../../contract/money.ts';
import { payments } from '../../server/db/schema/payments.ts';
import { vouchers } from '../../server/db/schema/vouchers.ts';
import { decideCheckout } from '../../server/sandbox/checkout.ts';
import { listBalances } from '../../server/wallet/list-balances.ts';
import type { Person } from '../fixtures/api/people.ts';
import { sendTo, sendUntilAnswered, type Call } from './http-client.ts';
import { FEE_MINOR, makeVoucher, RESERVE_MINOR } from './payment-voucher-scene.ts';
import { addCreator, setUpScene, postUnpaid, PRIZE_MINOR } from './scene.ts';

const ROUNDS = 12;
const AMOUNT = { amount: minorToMajor(PRIZE_MINOR), currency: 'NGN' } as const;

const scene = setUpScene();
const send = (call: Call) => sendUntilAnswered(sendTo(scene.app), call);

const minorOf = async ({ userId }: Person): Promise<bigint> =>
  BigInt(
    Math.round(((await listBalances(scene.deps.db, userId, new Date()))['NGN']?.amount ?? 0) * 100),
  );

/** Cancels a voucher whose checkout was just paid, while it is settled and paid from the wallet. */
async function meet({ token }: Person, ulid: string, turn: number): Promise<string | undefined> {
  const started = await send({
    token,
    path: '/vouchers/payment/initialize',
    body: { voucher_id: ulid, processor: 'paystack', ...AMOUNT },
  });
  const reference = String(started.body['reference']);
  await decideCheckout(scene.deps.db, reference, 'success');
  const cancel = () => send({ token, path: `/vouchers/${ulid}/cancel`, body: {} });
  const verify = () =>
    send({
      token,
      path: '/vouchers/payment/verify',
      body: { reference, processor: 'paystack' },
    });
  const pay = () =>
    send({ token, path: '/vouchers/payment/wallet', body: { voucher_id: ulid, ...AMOUNT } });
  const all = [cancel, verify, pay, cancel, verify, pay];
  // Each time another one comes first.
  const order = [...all.slice(turn % 3), ...all.slice(0, turn % 3)];
  await Promise.all(order.map((call) => call()));
  expect((await verify()).body).toMatchObject({ data: { status: 'settled' } });
  const [row] = await scene.deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
  return row?.status;
}

async function paidIn(person: Person): Promise<bigint> {
  const rows = await scene.deps.db
    .select()
    .from(payments)
    .where(and(eq(payments.userId, person.userId), eq(payments.purpose, 'voucher')));
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}

it('ends an unpaid giveaway that is cancelled while it is paid for in exactly one of the two ways', async () => {
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const creator = await addCreator(scene.deps, `giver_${turn}`, 1);
    const before = await minorOf(creator);
    const { ulid } = await postUnpaid(scene.deps, creator);
    const status = await meet(creator, ulid, turn);
    expect(['active', 'cancelled']).toContain(status);
    const cost = status === 'active' ? PRIZE_MINOR + PRIZE_MINOR / 10n : 0n;
    expect(await minorOf(creator)).toBe(before + (await paidIn(creator)) - cost);
  }
});

it('returns all but the wallet’s fee of a payment voucher that is cancelled while it is paid for', async () => {
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const creator = await addCreator(scene.deps, `payer_${turn}`, 2);
    const before = await minorOf(creator);
    expect(before).toBeGreaterThan(PRIZE_MINOR + RESERVE_MINOR);
    const { ulid } = await makeVoucher(scene.deps, creator, PRIZE_MINOR);
    expect(await meet(creator, ulid, turn)).toBe('cancelled');
    const lost = before + (await paidIn(creator)) - (await minorOf(creator));
    expect([0n, FEE_MINOR]).toContain(lost);
  }
});
