import { beforeAll, describe, expect, it } from 'vitest';

import { createFlutterwaveSettlements } from '../../../server/payments/gateways/flutterwave-settlements.ts';
import { createPaystackSettlements } from '../../../server/payments/gateways/paystack-settlements.ts';
import { createPaystack } from '../../../server/payments/gateways/paystack.ts';
import type { SettlementReader } from '../../../server/payments/settlements/settlement.ts';
import { setUpGateways } from '../../fixtures/api/gateways.ts';

/** Short, since these fakes answer at once or never. */
const TIMEOUT_MS = 500;
const SINCE = '2026-11-01';
const clock = { now: () => Date.UTC(2026, 10, 5, 9) };
const answer = (data: object, more: object = {}) => ({
  kind: 'refuses' as const,
  answer: { status: 200, body: { status: true, message: 'ok', data, ...more } },
});

const gateways = setUpGateways();
beforeAll(() => gateways.start());

const paystackAccount = (secretKey = gateways.paystack.secretKey) => ({
  baseUrl: gateways.paystack.gateway.url,
  secretKey,
  timeoutMs: TIMEOUT_MS,
});
const byPaystack = () => createPaystackSettlements([paystackAccount()]);
const byFlutterwave = () =>
  createFlutterwaveSettlements(
    { ...gateways.flutterwave.settings, timeoutMs: TIMEOUT_MS },
    { clock },
  );

/** What a reader tells, with the transactions of each. */
async function readAll(reader: SettlementReader) {
  const told = await reader.settlements(SINCE);
  return Promise.all(
    told.map(async ({ listTransactions, ...one }) => ({
      ...one,
      transactions: await listTransactions(),
    })),
  );
}

async function payAtPaystack(reference: string, amountMinor: bigint): Promise<void> {
  await createPaystack('paystack', paystackAccount()).initialize({
    reference,
    amountMinor,
    currency: 'NGN',
    email: 'ada@goodies.test',
    returnUrl: 'https://goodies.test/wallet',
    provider: undefined,
    phone: undefined,
  });
  gateways.paystack.pay(reference);
}

describe('the settlements of Paystack', () => {
  it('are read page by page, in minor units, with their transactions', async () => {
    const { paystack } = gateways;
    const references = ['GDT-1', 'GDT-2', 'GDT-3', 'GDT-4', 'GDT-5'];
    for (const reference of references) await payAtPaystack(reference, 100_000n);
    paystack.settle(['GDT-1'], '2026-10-31');
    const first = paystack.settle(references, '2026-11-03');
    // ₦1,000 was refunded to a payer, and kept back.
    const deducted = {
      effective_amount: 92_500,
      deductions: [{ type: 'refund', amount: 100_000 }],
    };
    const second = paystack.settle(['GDT-1', 'GDT-2'], '2026-11-04', deducted);
    for (const status of ['pending', 'processing', 'failed'])
      paystack.settle(['GDT-1'], '2026-11-04', { status });
    paystack.settle(['GDT-1'], '2026-11-04', { currency: 'XOF' });

    const told = await readAll(byPaystack());
    const listed = (paidOn: string, count: number) =>
      references.slice(0, count).map((reference) => ({ reference, amount: 100_000n, paidOn }));
    expect(told).toEqual([
      {
        id: String(first),
        currency: 'NGN',
        fee: 7_500n,
        net: 492_500n,
        settledOn: '2026-11-03',
        transactions: listed('2026-11-03', 5),
      },
      {
        id: String(second),
        currency: 'NGN',
        fee: 3_000n,
        net: 92_500n,
        settledOn: '2026-11-04',
        transactions: listed('2026-11-04', 2),
      },
    ]);
    const [call] = paystack.gateway.callsTo(/^\/settlement$/);
    expect(call?.query.get('from')).toBe(SINCE);
    expect(call?.authorization).toBe(`Bearer ${paystack.secretKey}`);
  });

  it('come as texts, without what is optional, and with the fees that payers bore', async () => {
    const { gateway } = gateways.paystack;
    const row = {
      id: '18446744073709551615',
      status: 'success',
      currency: 'GHS',
      total_amount: '-500',
      settlement_date: null,
      createdAt: '2026-11-03T23:30:00.000Z',
    };
    // Without a count of pages an empty one is the last.
    gateway.failNext(/^\/settlement$/, answer([row]));
    gateway.failNext(/^\/settlement$/, answer([]));
    gateway.failNext(
      /transactions$/,
      answer([
        {
          reference: 'GDT-9',
          amount: '10150',
          requested_amount: 10_000,
          createdAt: '2026-11-02T23:59:59Z',
        },
        { reference: 'GDT-10', amount: 5, status: 'reversed', paid_at: '2026-11-02T09:00:00Z' },
        { reference: null, amount: 7, paidAt: '2026-11-02T09:00:00Z' },
      ]),
    );
    gateway.failNext(/transactions$/, answer([]));
    expect(await readAll(byPaystack())).toEqual([
      {
        id: '18446744073709551615',
        currency: 'GHS',
        fee: 0n,
        net: -500n,
        settledOn: '2026-11-03',
        transactions: [
          { reference: 'GDT-9', amount: 10_000n, paidOn: '2026-11-02' },
          { reference: undefined, amount: 7n, paidOn: '2026-11-02' },
        ],
      },
    ]);
  });

  it.each([
    ['no number', { id: null }],
    ['an amount with a fraction', { effective_amount: 1.5 }],
    ['no amount', { effective_amount: null, total_amount: null }],
    ['no day', { settlement_date: 'soon', createdAt: null }],
  ])('are refused with %s', async (_what, wrong) => {
    const row = { id: 7, status: 'success', currency: 'NGN', effective_amount: 5, total_fees: 0 };
    const told = { ...row, settlement_date: '2026-11-03', ...wrong };
    gateways.paystack.gateway.failNext(
      /^\/settlement$/,
      answer([told], { meta: { pageCount: 1 } }),
    );
    await expect(readAll(byPaystack())).rejects.toThrow('paystack told no');
  });

  it('are of every account, or of none where one cannot be read', async () => {
    const wrong = createPaystackSettlements([paystackAccount(), paystackAccount('sk_test_other')]);
    await expect(wrong.settlements(SINCE)).rejects.toThrow('paystack answered 401');
    gateways.paystack.gateway.failNext(/^\/settlement$/, { kind: 'silent' });
    await expect(byPaystack().settlements(SINCE)).rejects.toThrow('did not answer in time');
    gateways.paystack.gateway.failNext(/^\/settlement$/, { kind: 'broken' });
    await expect(byPaystack().settlements(SINCE)).rejects.toThrow('did not answer at all');
  });
});

describe('the settlements of Flutterwave', () => {
  it('are read page by page, in major units, and what was kept back is a fee unless it was refunded', async () => {
    const { flutterwave } = gateways;
    const paid = (txRef: string, amount: number) =>
      flutterwave.attempt(txRef, 'successful', { amount, currency: 'NGN' });
    const ids = [paid('GDT-1', 1000), paid('GDT-2', 250.5)];
    const failed = flutterwave.attempt('GDT-3', 'failed', { amount: 9, currency: 'NGN' });
    const first = flutterwave.settle([...ids, failed], '2026-11-03', {
      gross_amount: 1250.5,
      stampduty_charge: 50,
      refund: '100',
      chargeback: 200.25,
      net_amount: '890.1249999',
      processed_date: '2026-11-04T23:30:00.000Z',
    });
    const second = flutterwave.settle(ids.slice(0, 1), '2026-11-04');
    flutterwave.settle(ids, '2026-11-04', { status: 'pending' });
    flutterwave.settle(ids, '2026-11-04', { status: 'flagged' });
    flutterwave.settle(ids, '2026-11-04', { currency: 'EUR' });
    const transactions = [
      { reference: 'GDT-1', amount: 100_000n, paidOn: '2026-11-02' },
      { reference: 'GDT-2', amount: 25_050n, paidOn: '2026-11-02' },
    ];
    expect(await readAll(byFlutterwave())).toEqual([
      {
        id: String(first),
        currency: 'NGN',
        fee: 6_013n,
        net: 89_012n,
        // Half past midnight in Lagos.
        settledOn: '2026-11-05',
        transactions,
      },
      {
        id: String(second),
        currency: 'NGN',
        fee: 140n,
        net: 99_860n,
        settledOn: '2026-11-04',
        transactions: transactions.slice(0, 1),
      },
    ]);
    const [call] = flutterwave.gateway.callsTo(/^\/settlements$/);
    expect([call?.query.get('from'), call?.query.get('to')]).toEqual([SINCE, '2026-11-06']);
  });

  it('are refused without an amount, and where their transactions are not told', async () => {
    const { gateway } = gateways.flutterwave;
    const list = (row: object) => ({
      kind: 'refuses' as const,
      answer: {
        status: 200,
        body: { status: 'success', data: [row], meta: { page_info: { total_pages: 1 } } },
      },
    });
    const row = { id: 7, status: 'completed', currency: 'NGN', due_date: '2026-11-03' };
    gateway.failNext(/^\/settlements$/, list({ ...row, gross_amount: 5 }));
    await expect(readAll(byFlutterwave())).rejects.toThrow('flutterwave told no amount');
    gateway.failNext(/^\/settlements$/, list({ ...row, gross_amount: 5, net_amount: 5 }));
    const { answer: empty } = list({});
    gateway.failNext(/^\/settlements\/7$/, { kind: 'refuses', answer: empty });
    await expect(readAll(byFlutterwave())).rejects.toThrow('flutterwave told no transactions');
    gateway.failNext(/^\/settlements$/, { kind: 'silent' });
    await expect(byFlutterwave().settlements(SINCE)).rejects.toThrow('did not answer in time');
  });
});
