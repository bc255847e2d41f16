import { sql, type SQLWrapper } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { MINUTE_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../../server/clock.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import { payments } from '../../../server/db/schema/payments.ts';
import {
  escrowOf,
  feesIn,
  postMovement,
  walletOf,
  type Movement,
} from '../../../server/ledger/journal.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { makeVoucher } from '../../fixtures/api/payment-vouchers.ts';
import { referenceOf, Topups } from '../../fixtures/api/topups.ts';
import { failingOf, waitingOf, Withdrawals, withdrawalOf } from '../../fixtures/api/withdrawals.ts';
import { receiptOf, statementOf } from '../../fixtures/api/players.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { STATEMENT_CHUNK_ROWS } from '../../../server/wallet/write-statement.ts';

const test = setUpApp();
const withdrawals = new Withdrawals(test);
/** Tops ₦5,000 up, withdraws ₦1,000 (arrives), ₦500 (comes back) and ₦200 (is under way), each for a fee of ₦10. */
let ada: Person;
let kofi: Person;

beforeAll(async () => {
  ada = await withdrawals.newPayee(5000);
  kofi = await withdrawals.newPayee(100, 'ghana');
  test.clock.advance(MINUTE_MS);
  await withdrawals.start(ada);
  test.clock.advance(MINUTE_MS);
  await withdrawals.start(ada, { amount: 500, destination: { account_number: failingOf(ada) } });
  test.clock.advance(MINUTE_MS);
  await withdrawals.start(ada, { amount: 200, destination: { account_number: waitingOf(ada) } });
});

const linesOf = (person: Person, query = '') => statementOf(test, person, query);
const download = (person: Person, query = ''): Promise<Reply> =>
  test.call('GET', `/transactions.csv${query}`, { token: person.token });
const receipt = (person: Person, id: string): Promise<Reply> =>
  test.call('GET', `/transactions/${id}`, { token: person.token });

/** Rows of a file, the headings first. */
const rowsOf = (reply: Reply): string[] => {
  expect(reply.status, reply.text.slice(0, 300)).toBe(200);
  expect(reply.text.startsWith('\u{feff}No.,')).toBe(true);
  expect(reply.text.endsWith('\r\n')).toBe(true);
  return reply.text.slice(1, -2).split('\r\n');
};

/** Gives a person so many naira and dollars in turns, each movement a second after the one before it. */
async function plantMovements({ userId }: Person, count: number): Promise<void> {
  const { db } = test.deps;
  const key = `planted:${userId}:`;
  const heldMinor = (count / 2) * 100;
  await db.execute(sql`insert into ledger_accounts (key, type, currency, user_id, balance)
    select 'wallet:' || ${userId}::int || ':' || currency, 'wallet', currency, ${userId}::int, ${heldMinor}::bigint
    from unnest(array['NGN', 'USD']) currency
    union all select ${key} || currency, 'processor', currency, null, -${heldMinor}::bigint
    from unnest(array['NGN', 'USD']) currency`);
  await db.execute(sql`insert into journal_transactions (natural_key, kind, reference, description, created_at)
    select ${key} || n, case when n % 3 = 0 then 'voucher_refund' else 'wallet_topup' end, 'ref-' || n, 'Money',
      timestamptz '2026-05-01Z' + n * interval '1 second'
    from generate_series(1, ${count}::int) n order by n`);
  await db.execute(sql`insert into journal_entries (transaction_id, account_id, currency, amount, kind, moved_at)
    select moved.id, account.id, account.currency, case account.type when 'wallet' then 100 else -100 end, '', now()
    from journal_transactions moved
    join ledger_accounts account on account.currency = (array['USD', 'NGN'])[1 + split_part(natural_key, ':', 3)::int % 2]
      and account.key in ('wallet:' || ${userId}::int || ':' || account.currency, ${key} || account.currency)
    where natural_key like ${key} || '%' order by moved.id`);
}

/** So many that something compressed is on its way when the next one fails. */
const CHUNKS = 5;

const post = (movement: Omit<Movement, 'reference'> & { reference?: string }) =>
  inTransaction(test.deps.db, (tx) =>
    postMovement(tx, { reference: movement.naturalKey, ...movement }, dateOf(test.clock)),
  );

describe('a withdrawal on the statement', () => {
  it('shows how it stands, and its return as a line of its own', async () => {
    const lines = await linesOf(ada, '?type=withdrawal');
    expect(
      lines.map(({ type, status, amount, description }) => [type, status, amount, description]),
    ).toEqual([
      ['debit', 'processing', 210, 'Withdrawal to Guaranty Trust Bank ••9999 (fee ₦10)'],
      ['credit', 'completed', 510, 'Withdrawal returned'],
      ['debit', 'failed', 510, 'Withdrawal to Guaranty Trust Bank ••0000 (fee ₦10)'],
      ['debit', 'completed', 1010, 'Withdrawal to Guaranty Trust Bank ••6789 (fee ₦10)'],
    ]);
    expect((await linesOf(ada, '?status=processing')).map(({ amount }) => amount)).toEqual([210]);
    expect((await linesOf(ada, '?status=failed')).map(({ amount }) => amount)).toEqual([510]);
  });
});

describe('the statement as a file', () => {
  it('has every line with its reference and the wallet after it', async () => {
    const reply = await download(ada);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="goodies-statement-2026-11-02.csv"',
      'cache-control': 'no-store',
    });
    const references = (await linesOf(ada)).map(({ reference }) => reference);
    expect(rowsOf(reply)).toEqual([
      'No.,Date (Africa/Lagos),Type,Description,Reference,Status,Currency,Amount,Wallet balance,Paid with',
      `1,2026-11-02 10:03:00,Withdrawal,Withdrawal to Guaranty Trust Bank ••9999 (fee ₦10),${references[0]},Processing,NGN,-210.00,3780.00,sandbox`,
      `2,2026-11-02 10:02:00,Withdrawal,Withdrawal returned,${references[1]},Completed,NGN,510.00,3990.00,sandbox`,
      `3,2026-11-02 10:02:00,Withdrawal,Withdrawal to Guaranty Trust Bank ••0000 (fee ₦10),${references[2]},Failed,NGN,-510.00,3480.00,sandbox`,
      `4,2026-11-02 10:01:00,Withdrawal,Withdrawal to Guaranty Trust Bank ••6789 (fee ₦10),${references[3]},Completed,NGN,-1010.00,3990.00,sandbox`,
      `5,2026-11-02 10:00:00,Wallet topup,Wallet top-up with Paystack,${references[4]},Completed,NGN,5000.00,5000.00,Paystack`,
    ]);
  });

  it('has the lines that the filters leave, and only one’s own', async () => {
    expect(rowsOf(await download(ada, '?type=withdrawal&status=completed'))).toHaveLength(3);
    expect(rowsOf(await download(ada, '?start_date=2026-11-02&end_date=2026-11-02'))).toHaveLength(
      6,
    );
    expect(rowsOf(await download(ada, '?start_date=2026-11-03&end_date=2026-11-03'))).toHaveLength(
      1,
    );
    expect(rowsOf(await download(kofi))).toHaveLength(2);
    for (const query of ['?page=1', '?type=gift', '?start_date=2026-02-30', '?status=']) {
      const reply = await download(ada, query);
      expect([reply.status, reply.body['code']], query).toEqual([422, 'validation_failed']);
    }
    expect((await test.call('GET', '/transactions.csv')).status).toBe(401);
  });

  it('has days and times by the calendar of the phone, as the list does', async () => {
    // Ten in the morning of 2 November in Lagos.
    const calendars = [
      ['Pacific/Pago_Pago', '2026-11-01', '2026-11-01 22:03:00'],
      ['Pacific/Kiritimati', '2026-11-02', '2026-11-02 23:03:00'],
    ] as const;
    for (const [zone, day, newest] of calendars) {
      const query = (date: string) => `?start_date=${date}&end_date=${date}&time_zone=${zone}`;
      const rows = rowsOf(await download(ada, query(day)));
      expect([rows.length, rows[0]?.includes(`Date (${zone})`)]).toEqual([6, true]);
      expect(rows[1]).toContain(newest);
      expect(await linesOf(ada, query(day))).toHaveLength(5);
      expect(await linesOf(ada, query('2026-11-03'))).toEqual([]);
    }
  });

  it('has each of many lines once', async () => {
    const person = await addPerson(test.deps, 'busy');
    const count = STATEMENT_CHUNK_ROWS * 2 + 7;
    // All of one moment, so that only their order within it keeps them apart.
    const now = dateOf(test.clock);
    await test.deps.db.insert(payments).values(
      Array.from({ length: count }, (_, n) => ({
        reference: `GDT-busy-${n}`,
        userId: person.userId,
        purpose: 'topup' as const,
        amount: 100n,
        currency: 'NGN' as const,
        processor: 'paystack',
        gateway: 'sandbox',
        status: 'pending' as const,
        createdAt: now,
        updatedAt: now,
      })),
    );
    const rows = rowsOf(await download(person)).slice(1);
    expect(rows.map((row) => row.split(',')[0])).toEqual(
      Array.from({ length: count }, (_, n) => String(n + 1)),
    );
    expect(new Set(rows.map((row) => row.split(',')[4])).size).toBe(count);
  });

  it('has the wallet after each line, of each wallet, however many lines there are and are left out', async () => {
    const person = await addPerson(test.deps, 'wealthy');
    const count = STATEMENT_CHUNK_ROWS * 2 + 6;
    await plantMovements(person, count);
    const rows = rowsOf(await download(person)).slice(1);
    // One naira or dollar more with each, in turns; the newest comes first.
    const balanceOf = (n: number) => `1.00,${Math.ceil(n / 2)}.00,`;
    const expected = Array.from({ length: count }, (_, at) => balanceOf(count - at));
    expect(rows.map((row) => /1\.00,.*,/.exec(row)?.[0])).toEqual(expected);
    const refunds = rowsOf(await download(person, '?type=voucher_refund')).slice(1);
    expect(refunds.map((row) => /1\.00,.*,/.exec(row)?.[0])).toEqual(
      expected.filter((_, at) => (count - at) % 3 === 0),
    );
  });

  it('that fails on its way is broken off, also compressed, and does not look whole', async () => {
    const person = await addPerson(test.deps, 'unlucky');
    await plantMovements(person, STATEMENT_CHUNK_ROWS * (CHUNKS + 1));
    const address = await test.app.listen({ port: 0 });
    for (const encoding of ['identity', 'gzip', 'br']) {
      const read = test.deps.db.execute.bind(test.deps.db);
      let chunks = 0;
      const reads = vi.spyOn(test.deps.db, 'execute').mockImplementation((query) => {
        const { sql: text } = new PgDialect().sqlToQuery((query as SQLWrapper).getSQL());
        if (text.includes('json_to_recordset')) chunks += 1;
        if (chunks > CHUNKS) throw new Error('the database has gone');
        return read(query);
      });
      try {
        const answer = await fetch(`${address}/api/v1/transactions.csv`, {
          headers: { authorization: `Bearer ${person.token}`, 'accept-encoding': encoding },
        });
        // Where compressing has held back all of it, it is a failure as any other.
        if (answer.ok) await expect(answer.text(), encoding).rejects.toThrow();
        else expect([encoding, answer.status]).not.toContain('identity');
      } finally {
        reads.mockRestore();
      }
    }
  });

  it('has nothing that a spreadsheet would run', async () => {
    const person = await addPerson(test.deps, 'prankster', { walletMinor: 1_000n });
    await post({
      naturalKey: 'pay:formula',
      kind: 'voucher_payment',
      description: '=HYPERLINK("http://evil.test","Prize, really")',
      entries: [
        { account: walletOf(person.userId, 'NGN'), amount: -500n },
        { account: escrowOf(990_001, 'NGN'), amount: 500n },
      ],
    });
    expect(rowsOf(await download(person))[1]).toContain(
      `"\u{200b}=HYPERLINK(""http://evil.test"",""Prize, really"")"`,
    );
  });
});

describe('a receipt', () => {
  it('of a withdrawal names the account, not its whole number', async () => {
    const [, , , arrived] = await linesOf(ada, '?type=withdrawal');
    if (!arrived) throw new Error('no withdrawal');
    expect(await receiptOf(test, ada, arrived.id)).toEqual({
      ...arrived,
      from: { name: 'Your wallet', detail: 'NGN' },
      to: { name: 'Ada Obi', detail: 'Guaranty Trust Bank ••6789' },
      lines: [
        { label: 'Amount', amount: 1000 },
        { label: 'Fee', amount: 10 },
      ],
      entries: [{ currency: 'NGN', amount: -1010 }],
      voucher_ulid: null,
      token: null,
    });
    const [returned] = await linesOf(ada, '?type=withdrawal&status=completed');
    expect(await receiptOf(test, ada, String(returned?.id))).toMatchObject({
      from: { name: 'Ada Obi' },
      to: { name: 'Your wallet' },
      lines: [{ label: 'Amount', amount: 510 }],
      entries: [{ currency: 'NGN', amount: 510 }],
    });
  });

  it('of a top-up names the processor, also before it is paid', async () => {
    const [topup] = await linesOf(ada, '?type=topup');
    expect(await receiptOf(test, ada, String(topup?.id))).toMatchObject({
      from: { name: 'Paystack', detail: null },
      to: { name: 'Your wallet', detail: 'NGN' },
      entries: [{ currency: 'NGN', amount: 5000 }],
    });
    const person = await addPerson(test.deps, 'waiting');
    await test.call('POST', '/wallet/topup/initialize', {
      token: person.token,
      body: { amount: 500, currency: 'NGN', processor: 'paystack' },
    });
    const [pending] = await linesOf(person);
    expect(await receiptOf(test, person, String(pending?.id))).toMatchObject({
      status: 'pending',
      from: { name: 'Paystack' },
      lines: [{ label: 'Amount', amount: 500 }],
      entries: [],
    });
  });

  it('of a payment says what of it was the fee', async () => {
    const person = await addPerson(test.deps, 'payer', { walletMinor: 200_000n });
    await post({
      naturalKey: 'pay:with-fee',
      kind: 'voucher_payment',
      description: 'Payment voucher bought',
      paymentMethod: 'wallet',
      entries: [
        { account: walletOf(person.userId, 'NGN'), amount: -110_050n },
        { account: escrowOf(990_002, 'NGN'), amount: 100_050n },
        { account: feesIn('NGN'), amount: 10_000n },
      ],
    });
    const [line] = await linesOf(person);
    expect(await receiptOf(test, person, String(line?.id))).toMatchObject({
      amount: 1100.5,
      to: { name: 'Voucher', detail: null },
      lines: [
        { label: 'Amount', amount: 1000.5 },
        { label: 'Fee', amount: 100 },
      ],
      entries: [{ currency: 'NGN', amount: -1100.5 }],
    });
  });

  it('of a voucher paid by a processor is one line, which no wallet has paid', async () => {
    const person = await addPerson(test.deps, 'card_payer');
    const voucher = await makeVoucher(test, person, { payment_method: 'paystack' });
    const started = await test.call('POST', '/vouchers/payment/initialize', {
      token: person.token,
      body: { voucher_id: voucher.ulid, amount: 1000, processor: 'paystack' },
    });
    const reference = referenceOf(started);
    const [pending] = await linesOf(person);
    await new Topups(test).decide(reference, 'success');
    const body = { reference, processor: 'paystack' };
    const verified = await test.call('POST', '/vouchers/payment/verify', {
      token: person.token,
      body,
    });
    expect(verified.status, verified.text).toBe(200);
    const lines = await linesOf(person);
    expect(lines.map((line) => [line.type, line.amount, line.description])).toEqual([
      ['debit', 1000, 'Payment voucher bought'],
    ]);
    expect(lines).toMatchObject([{ reference, metadata: { payment_gateway: 'paystack' } }]);
    for (const type of ['topup', 'wallet_topup'])
      expect(await linesOf(person, `?type=${type}`)).toEqual([]);
    expect(rowsOf(await download(person)).slice(1)).toEqual([
      expect.stringContaining(`${reference},Completed,NGN,-1000.00,0.00,Paystack`),
    ]);
    expect(await receiptOf(test, person, String(lines[0]?.id))).toMatchObject({
      from: { name: 'Paystack', detail: null },
      to: { name: 'Your payment voucher', detail: null },
      entries: [],
      voucher_ulid: voucher.ulid,
    });
    expect((await receiptOf(test, person, String(pending?.id))).id).toBe(lines[0]?.id);
  });

  it('of a settled payment is found by the id that it had before', async () => {
    const topups = new Topups(test);
    const person = await topups.newPayer();
    const reference = await topups.reference(person, { amount: 500 });
    const [pending] = await linesOf(person);
    const oldId = String(pending?.id);
    expect(oldId).toMatch(/^p\d+$/);
    await topups.decide(reference, 'success');
    await topups.verify(person, reference);
    const [settled] = await linesOf(person);
    expect(settled).toMatchObject({ status: 'completed', reference });
    expect(await receiptOf(test, person, oldId)).toEqual(
      await receiptOf(test, person, String(settled?.id)),
    );
    expect((await receipt(kofi, oldId)).status).toBe(404);
  });

  it('of another user’s withdrawal is not to be had by its reference', async () => {
    const { reference } = withdrawalOf(await withdrawals.start(ada, { amount: 100 }));
    expect((await receipt(kofi, reference)).status).toBe(404);
  });
});
