import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';

import { EXCHANGE_QUOTE_MS, EXCHANGE_RATES_MAX_AGE_MS } from '../../../contract/constants.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { ExchangeQuote } from '../../../contract/wallet/exchange.ts';
import { dateOf } from '../../../server/clock.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import { exchangeQuotes, exchangeRates } from '../../../server/db/schema/exchange.ts';
import { journalTransactions } from '../../../server/db/schema/ledger.ts';
import {
  createQuote,
  sweepQuotes,
  EXCHANGE_SHORT_MAX_MAJOR,
} from '../../../server/exchange/create-quote.ts';
import {
  postMovement,
  processorOf,
  walletOf as walletRef,
} from '../../../server/ledger/journal.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { expectFailure, walletOf, receiptOf, statementOf } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 10_000_000n },
  kofi: { region: 'ghana', walletMinor: 100_000n },
});

/** Rates that the server has just read, units for a dollar. */
const readNow = (rates: object = { NGN: 1500, GHS: 12, KES: 130 }) =>
  test.deps.db.insert(exchangeRates).values({ rates, source: 'live', readAt: dateOf(test.clock) });
afterEach(() => test.deps.db.delete(exchangeRates));

const quote = (person: Person, body: object = {}): Promise<Reply> =>
  test.call('POST', '/wallet/exchange/quote', {
    token: person.token,
    body: { from: 'NGN', to: 'GHS', amount: 1000, ...body },
  });
async function quoted(person: Person, body: object = {}): Promise<ExchangeQuote> {
  const reply = await quote(person, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body['data'] as unknown as ExchangeQuote;
}
const exchange = (person: Person, quoteId: string, key?: string): Promise<Reply> =>
  test.call('POST', '/wallet/exchange', {
    token: person.token,
    body: { quote_id: quoteId },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const movementsOf = (reference: string) =>
  test.deps.db.$count(journalTransactions, eq(journalTransactions.reference, reference));

describe('a quote', () => {
  it('says what the person gets, at which rate, from when, and how long it holds', async () => {
    await readNow();
    expect(await quoted(ada)).toEqual({
      quote_id: expect.stringMatching(/^gdx-[\da-f]{24}$/),
      from: 'NGN',
      to: 'GHS',
      amount: 1000,
      gets: 7.92,
      rate: 0.00792,
      market_rate: 0.008,
      spread_bp: 100,
      rate_source: 'live',
      rate_read_at: dateOf(test.clock).toISOString(),
      expires_at: new Date(test.clock.now() + EXCHANGE_QUOTE_MS).toISOString(),
      seconds_left: 60,
    });
    expect(await walletOf(test, ada)).toBe(100_000);
  });

  it('is cut off to a minor unit, never rounded up', async () => {
    await readNow();
    // ₦1,001.25 are 792.99 pesewas.
    expect((await quoted(ada, { amount: 1001.25 })).gets).toBe(7.92);
    expect((await quoted(kofi, { from: 'GHS', to: 'KES', amount: 0.01 })).gets).toBe(0.1);
  });

  it.each([
    ['one currency', { to: 'NGN' }, 'same_currency', 422],
    ['an amount that gives nothing', { amount: 0.5, to: 'USD' }, 'exchange_too_small', 422],
    ['three decimals', { amount: 0.125 }, 'amount_invalid', 422],
    ['more than an amount may be', { amount: 1e15 }, 'amount_invalid', 422],
    [
      'more than an amount may be, once exchanged',
      { from: 'USD', to: 'NGN', amount: 6e13 },
      'amount_invalid',
      422,
    ],
  ])('is not given for %s', async (_what, body, code, status) => {
    await readNow();
    expectFailure(await quote(ada, body), status, code);
  });

  it('needs rates that are young enough', async () => {
    await readNow();
    test.clock.advance(EXCHANGE_RATES_MAX_AGE_MS);
    expect((await quoted(ada)).rate_source).toBe('stored');
    test.clock.advance(1);
    const reply = await quote(ada);
    expectFailure(reply, 409, 'rates_unavailable');
    expect(reply.body['message']).toBe('Exchange rates not available');
  });

  it('needs a rate between the two', async () => {
    await readNow({ NGN: 1500, GHS: 12 });
    const reply = await quote(ada, { to: 'KES' });
    expectFailure(reply, 409, 'rate_not_found');
    expect(reply.body['message']).toBe('No exchange rate found between NGN and KES');
    expect((await quoted(ada)).gets).toBe(7.92);
  });

  it('uses the rates built in where money is play money, and nowhere else', async () => {
    expect((await quoted(ada)).rate_source).toBe('fixed');
    const input = { from: 'NGN', to: 'GHS', amount: 1000 } as const;
    for (const setting of [{ sandbox: false }, { production: true }]) {
      const config = { ...test.deps.config, ...setting };
      await expect(createQuote({ ...test.deps, config }, ada.userId, input)).rejects.toMatchObject({
        code: 'rates_unavailable',
      });
    }
  });

  it('is not given past what the house may give of a currency', async () => {
    await readNow();
    const most = await quoted(ada, { from: 'KES', to: 'USD', amount: 3_939_393.93 });
    expect(most.gets).toBe(EXCHANGE_SHORT_MAX_MAJOR.USD - 0.01);
    const reply = await quote(ada, { from: 'KES', to: 'USD', amount: 3_939_396 });
    expectFailure(reply, 409, 'exchange_short');
    expect(reply.body['message']).toBe(
      'We cannot give that much in US dollars now. Please try less, or later.',
    );
  });
});

describe('an exchange', () => {
  it('takes and gives what was quoted, and answers with both balances', async () => {
    await readNow();
    const { quote_id: id } = await quoted(ada, { amount: 1000 });
    const reply = await exchange(ada, id);
    expect(reply.body).toEqual({
      success: true,
      message: 'Your money was exchanged',
      data: { reference: id, balances: { NGN: 99_000, GHS: 7.92 } },
    });
    expect([await walletOf(test, ada), await walletOf(test, ada, 'GHS')]).toEqual([99_000, 7.92]);
  });

  it('happens once, with whatever key it is sent again, and is told again', async () => {
    await readNow();
    const { quote_id: id } = await quoted(ada);
    const first = await exchange(ada, id, `one-${test.round}-key`);
    for (const key of [`one-${test.round}-key`, `two-${test.round}-key`, undefined])
      expect((await exchange(ada, id, key)).body).toEqual(first.body);
    test.clock.advance(HOUR_MS);
    expect((await exchange(ada, id)).body).toEqual(first.body);
    expect(await movementsOf(id)).toBe(1);
    expect(await walletOf(test, ada)).toBe(99_000);
  });

  it('is refused a moment after its minute, and not before', async () => {
    await readNow();
    const [early, late] = [await quoted(ada), await quoted(ada)];
    test.clock.advance(EXCHANGE_QUOTE_MS - 1);
    expect((await exchange(ada, early.quote_id)).status).toBe(200);
    test.clock.advance(1);
    const reply = await exchange(ada, late.quote_id);
    expectFailure(reply, 409, 'quote_expired');
    expect(await walletOf(test, ada)).toBe(99_000);
  });

  it('needs the money, and can be made with the same quote once it is there', async () => {
    await readNow();
    const { quote_id: id } = await quoted(kofi, { from: 'NGN', to: 'KES', amount: 1000 });
    expectFailure(await exchange(kofi, id, `short-${test.round}`), 422, 'insufficient_funds');
    expect((await quoted(kofi, { from: 'GHS', to: 'NGN', amount: 20 })).gets).toBe(2475);
    const filled = await quoted(kofi, { from: 'GHS', to: 'NGN', amount: 20 });
    await exchange(kofi, filled.quote_id);
    expect((await exchange(kofi, id, `short-${test.round}`)).status).toBe(200);
    expect(await walletOf(test, kofi, 'NGN')).toBe(1475);
  });

  it('takes no money that is held', async () => {
    await readNow();
    const naturalKey = `held:${test.round}`;
    await inTransaction(test.deps.db, (tx) =>
      postMovement(
        tx,
        {
          naturalKey,
          reference: naturalKey,
          kind: 'wallet_topup',
          description: naturalKey,
          entries: [
            { account: processorOf('sandbox', 'GHS'), amount: -5_000n },
            {
              account: walletRef(kofi.userId, 'GHS'),
              amount: 5_000n,
              hold: { until: new Date(test.clock.now() + DAY_MS), reasons: ['crowd'] },
            },
          ],
        },
        dateOf(test.clock),
      ),
    );
    const all = await quoted(kofi, { from: 'GHS', to: 'NGN', amount: 1000.01 });
    expectFailure(await exchange(kofi, all.quote_id), 422, 'money_held');
    const free = await quoted(kofi, { from: 'GHS', to: 'NGN', amount: 1000 });
    expect((await exchange(kofi, free.quote_id)).status).toBe(200);
  });

  it('is refused whole where the house came to its bound since the quote', async () => {
    await readNow();
    // $3,807.69 each, as much as may leave a wallet in a day: seven are within what the house may give.
    const most = { from: 'KES', to: 'USD', amount: 500_000 };
    const rich = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        addPerson(test.deps, `rich_${test.round}_${n}`, {
          region: 'kenya',
          walletMinor: 100_000_000n,
          isIdentified: true,
        }),
      ),
    );
    const last = rich.at(-1);
    const [first] = rich;
    if (!first || !last) throw new Error('nobody');
    const quotes = await Promise.all(rich.map((person) => quoted(person, most)));
    const statuses: number[] = [];
    for (const [n, person] of rich.slice(0, -1).entries())
      statuses.push((await exchange(person, quotes[n]?.quote_id ?? '')).status);
    expect(statuses).toEqual(statuses.map(() => 200));
    const before = await walletOf(test, last, 'KES');
    expectFailure(await exchange(last, quotes.at(-1)?.quote_id ?? ''), 409, 'exchange_short');
    expect(await walletOf(test, last, 'KES')).toBe(before);
    // What others bring makes room again.
    const back = await quoted(first, { from: 'USD', to: 'KES', amount: 3_800 });
    expect((await exchange(first, back.quote_id)).status).toBe(200);
    const again = await quoted(last, most);
    expect((await exchange(last, again.quote_id)).status).toBe(200);
  });
});

describe('an exchange in the history', () => {
  it('is one thing on both sides, with a receipt that shows both', async () => {
    await readNow();
    const { quote_id: id } = await quoted(ada);
    await exchange(ada, id);
    const lines = await statementOf(test, ada, '?type=exchange');
    const said = { reference: id, description: 'Exchange of ₦1,000 into GH₵7.92' };
    expect(lines).toHaveLength(2);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...said, type: 'debit', amount: 1000, currency: 'NGN' }),
        expect.objectContaining({ ...said, type: 'credit', amount: 7.92, currency: 'GHS' }),
      ]),
    );
    for (const { id: line } of lines) {
      expect(await receiptOf(test, ada, line)).toMatchObject({
        from: { name: 'Your wallet', detail: 'NGN' },
        to: { name: 'Your wallet', detail: 'GHS' },
        entries: [
          { currency: 'NGN', amount: -1000 },
          { currency: 'GHS', amount: 7.92 },
        ],
      });
    }
  });
});

describe('how often one may ask', () => {
  it('is bounded, and a repeat of what was done is not counted', async () => {
    await readNow();
    const { quote_id: id } = await quoted(ada);
    await exchange(ada, id, `limit-${test.round}`);
    for (let n = 0; n < 65; n += 1) await exchange(ada, id);
    expectFailure(await exchange(ada, id), 429, 'too_many_requests');
    expect((await exchange(ada, id, `limit-${test.round}`)).status).toBe(200);
    for (let n = 0; n < 120; n += 1) await quote(ada);
    expectFailure(await quote(ada), 429, 'too_many_requests');
  });
});

it('forgets quotes that came to nothing, and no others', async () => {
  await readNow();
  const [used, unused] = [await quoted(ada), await quoted(ada)];
  await exchange(ada, used.quote_id);
  test.clock.advance(DAY_MS);
  const young = await quoted(ada);
  test.clock.advance(2 * EXCHANGE_QUOTE_MS);
  await sweepQuotes(test.deps);
  const kept = (await test.deps.db.select().from(exchangeQuotes)).map((row) => row.reference);
  expect(kept).toContain(used.quote_id);
  expect(kept).not.toContain(unused.quote_id);
  expect(kept).toContain(young.quote_id);
});
