import { describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import type { Transaction } from '../../../contract/wallet.ts';
import { dateOf } from '../../../server/clock.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import { escrowOf, postMovement, walletOf } from '../../../server/ledger/journal.ts';
import { initializeTopup } from '../../../server/payments/initialize-payment.ts';
import { settlePayment } from '../../../server/payments/settle-payment.ts';
import { decideCheckout } from '../../../server/sandbox/checkout.ts';
import { addPerson, fillWallet, type Person } from '../../fixtures/api/people.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp({ isEmbedded: true });
const { ada, kofi } = setUpPeople(test, { ada: {}, kofi: { region: 'ghana' } });

const balancesOf = async (person: Person): Promise<unknown> => {
  const reply = await test.call('GET', '/wallet/balances', { token: person.token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body['data'];
};

interface Page {
  readonly data: Transaction[];
  readonly has_more: boolean;
  readonly current_page: number;
  readonly total_pages: number;
  readonly total_count: number;
}

const statementOf = async (person: Person, query = ''): Promise<Page> => {
  const reply = await test.call('GET', `/transactions${query}`, { token: person.token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as unknown as Page;
};

const startTopup = (person: Person, amount: number) =>
  initializeTopup(test.deps, undefined, {
    userId: person.userId,
    amount,
    currency: 'NGN',
    processor: 'paystack',
  });

/** Money that leaves the wallet for a voucher, as the journal has it. */
const spend = (person: Person, amountMinor: bigint, reference: string) =>
  inTransaction(test.deps.db, (tx) =>
    postMovement(
      tx,
      {
        naturalKey: `pay:${reference}`,
        kind: 'voucher_payment',
        reference,
        description: 'Giveaway',
        paymentMethod: 'wallet',
        entries: [
          { account: walletOf(person.userId, 'NGN'), amount: -amountMinor },
          { account: escrowOf(test.round * 1000, 'NGN'), amount: amountMinor },
        ],
      },
      dateOf(test.clock),
    ),
  );

describe('balances', () => {
  it('show the region’s own currency even when it is empty', async () => {
    expect(await balancesOf(ada)).toMatchObject({
      wallets: { NGN: { amount: 0, available_out: 0 } },
    });
    expect(await balancesOf(kofi)).toMatchObject({ wallets: { GHS: { amount: 0 } } });
  });

  it('show each currency that is held, exactly', async () => {
    await fillWallet(test.deps, kofi.userId, 'kenya', 100_010n);
    await fillWallet(test.deps, kofi.userId, 'ghana', 7n);
    expect(await balancesOf(kofi)).toEqual({
      card_hold_hours: 72,
      wallets: {
        GHS: { amount: 0.07, available_out: 0.07 },
        KES: { amount: 1000.1, available_out: 1000.1 },
      },
    });
    expect(await balancesOf(ada)).toMatchObject({
      wallets: { NGN: { amount: 0, available_out: 0 } },
    });
  });
});

describe('the statement', () => {
  it('is empty at first', async () => {
    expect(await statementOf(ada)).toEqual({
      success: true,
      data: [],
      has_more: false,
      current_page: 1,
      total_pages: 1,
      total_count: 0,
    });
  });

  it('shows what moved money and which top-ups did not, newest first', async () => {
    await fillWallet(test.deps, ada.userId, 'nigeria', 500_000n);
    test.clock.advance(HOUR_MS);
    await spend(ada, 110_050n, `01TEST${test.round}`);
    test.clock.advance(HOUR_MS);
    const declined = await startTopup(ada, 20);
    await decideCheckout(test.deps.db, declined.reference, 'failed');
    await settlePayment(test.deps, declined.reference);
    test.clock.advance(HOUR_MS);
    const waiting = await startTopup(ada, 30.5);
    const { data, total_count } = await statementOf(ada);
    expect(total_count).toBe(4);
    expect(
      data.map(({ type, transaction_type, status, amount }) => [
        type,
        transaction_type,
        status,
        amount,
      ]),
    ).toEqual([
      ['credit', 'wallet_topup', 'pending', 30.5],
      ['credit', 'wallet_topup', 'failed', 20],
      ['debit', 'voucher_payment', 'completed', 1100.5],
      ['credit', 'wallet_topup', 'completed', 5000],
    ]);
    expect(data[0]).toMatchObject({
      reference: waiting.reference,
      description: 'Wallet top-up',
      payment_gateway: 'paystack',
    });
    expect(data[2]).toEqual({
      id: expect.stringMatching(/^j\d+$/),
      type: 'debit',
      transaction_type: 'voucher_payment',
      status: 'completed',
      amount: 1100.5,
      currency: 'NGN',
      reference: `01TEST${test.round}`,
      description: 'Giveaway',
      payment_method: 'wallet',
      payment_gateway: null,
      metadata: { payment_gateway: null },
      created_at: new Date(test.clock.now() - 2 * HOUR_MS).toISOString(),
    });
    expect(new Set(data.map(({ id }) => id)).size).toBe(4);
    expect((await statementOf(kofi)).total_count).toBe(0);

    const typesOf = async (query: string) =>
      (await statementOf(ada, query)).data.map((row) => row.status);
    expect(await typesOf('?type=topup')).toEqual(['pending', 'failed', 'completed']);
    expect(await typesOf('?type=wallet_topup')).toEqual(['pending', 'failed', 'completed']);
    expect(await typesOf('?type=voucher_payment')).toEqual(['completed']);
    expect(await typesOf('?type=voucher_win')).toEqual([]);
    expect(await typesOf('?status=completed')).toEqual(['completed', 'completed']);
    expect(await typesOf('?status=pending')).toEqual(['pending']);
    expect(await typesOf('?status=failed&type=topup')).toEqual(['failed']);
    expect(await typesOf('?status=processing')).toEqual([]);
  });

  it('comes in pages', async () => {
    for (let n = 1; n <= 23; n += 1) await startTopup(ada, n);
    const first = await statementOf(ada);
    expect(first.data.map(({ amount }) => amount)).toEqual([
      23, 22, 21, 20, 19, 18, 17, 16, 15, 14,
    ]);
    expect({ ...first, data: [] }).toMatchObject({
      has_more: true,
      current_page: 1,
      total_pages: 3,
      total_count: 23,
    });
    const third = await statementOf(ada, '?page=3');
    expect(third.data.map(({ amount }) => amount)).toEqual([3, 2, 1]);
    expect(third.has_more).toBe(false);
    expect(await statementOf(ada, '?page=4')).toMatchObject({
      data: [],
      has_more: false,
      total_count: 23,
    });
    expect((await statementOf(ada, '?per_page=100')).data).toHaveLength(23);
  });

  it('takes whole days where the user lives, when both dates are given', async () => {
    // 23:30 UTC is half past midnight of the next day in Lagos, and still the same day in Accra.
    const untilHalfPastEleven = 23.5 * HOUR_MS - (test.clock.now() % (24 * HOUR_MS));
    test.clock.advance(
      untilHalfPastEleven < 0 ? untilHalfPastEleven + 24 * HOUR_MS : untilHalfPastEleven,
    );
    const session = {
      ada: await addPerson(test.deps, `late_${test.round}`),
      kofi: await addPerson(test.deps, `late_kofi_${test.round}`, { region: 'ghana' }),
    };
    await startTopup(session.ada, 10);
    await startTopup(session.kofi, 10);
    const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    const today = dayOf(test.clock.now());
    const tomorrow = dayOf(test.clock.now() + 24 * HOUR_MS);
    const countOn = async (person: Person, start: string, end: string): Promise<number> =>
      (await statementOf(person, `?start_date=${start}&end_date=${end}`)).total_count;
    expect(await countOn(session.ada, today, today)).toBe(0);
    expect(await countOn(session.ada, tomorrow, tomorrow)).toBe(1);
    expect(await countOn(session.ada, today, tomorrow)).toBe(1);
    expect(await countOn(session.kofi, today, today)).toBe(1);
    expect(await countOn(session.kofi, tomorrow, tomorrow)).toBe(0);
    expect(
      (await statementOf(session.ada, `?start_date=${dayOf(test.clock.now() + 72 * HOUR_MS)}`))
        .total_count,
    ).toBe(1);
    expect((await statementOf(session.ada, '?end_date=2020-01-01')).total_count).toBe(1);
  });

  it.each([
    '?page=0',
    '?page=100001',
    '?per_page=101',
    '?status=completed&status=failed',
    '?start_date=yesterday&end_date=2026-01-01',
    '?start_date=2026-02-30&end_date=2026-03-01',
    '?start_date=0000-01-01&end_date=0001-01-01',
    '?start_date=2026-03-02&end_date=2026-03-01',
    '?start_date=9999-99-99',
    '?start_date=2026-01-01&end_date=2026-01-02&time_zone=Mars/Olympus',
    '?start_date=2026-01-01&end_date=2026-01-02&time_zone=%2B08:00',
  ])('refuses %s', async (query) => {
    const reply = await test.call('GET', `/transactions${query}`, { token: ada.token });
    expect(reply.status, reply.text).toBe(422);
    expect(reply.body).toMatchObject({ success: false, code: 'validation_failed' });
  });
});
