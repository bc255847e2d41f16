import { and, eq, gt, isNull } from 'drizzle-orm';

import { HOUR_MS } from '../../contract/durations.ts';
import {
  ExchangeAnswer,
  ExchangeBody,
  ExchangeQuoteAnswer,
  ExchangeQuoteBody,
} from '../../contract/wallet/exchange.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf, wasAnswered, type Answer, type RequestKey } from '../http/idempotency.ts';
import { countHit } from '../http/rate-limit.ts';
import { createQuote, assertHouseCanGive } from './create-quote.ts';
import { minorToMajor } from '../../contract/money.ts';
import { assertDailyLimit } from '../accounts/money-limits/daily-limit.ts';
import { takeOut } from '../accounts/pin.ts';
import type { Db } from '../db/database.ts';
import { exchangeQuotes } from '../db/schema/exchange.ts';
import { AppError } from '../http/app-error.ts';
import { exchangeIn, postMovement, walletOf } from '../ledger/journal.ts';
import { readBalance } from '../ledger/read-ledger.ts';
import { moneyText } from '../lib/money-text.ts';

const QUOTE_LIMIT = { hits: 120, windowMs: HOUR_MS };
const EXCHANGE_LIMIT = { hits: 60, windowMs: HOUR_MS };

const route = taggedRoutes('Money');
const keyedRoute = taggedRoutes('Money', { needsKey: true });

export const exchangeRoutes = routesOf(async (app, deps) => {
  const { db, clock, secrets } = deps;

  app.post(
    '/wallet/exchange/quote',
    route('verified', 'What an amount gives in another currency', ExchangeQuoteAnswer, {
      description: 'The quote holds for a minute; nothing moves.',
      body: ExchangeQuoteBody,
    }),
    async (request) => {
      const { userId } = callerOf(request);
      await countHit(db, `quote:user:${userId}`, QUOTE_LIMIT, clock.now());
      return { success, data: await createQuote(deps, userId, request.body) };
    },
  );

  app.post(
    '/wallet/exchange',
    keyedRoute('verified', 'Exchange as quoted', ExchangeAnswer, {
      description: 'A quote is carried out once; sent again, it tells the same exchange.',
      body: ExchangeBody,
    }),
    async (request) => {
      const { userId } = callerOf(request);
      const requestKey = requestKeyOf(secrets, request, userId);
      if (!(await wasAnswered(db, requestKey, dateOf(clock))))
        await countHit(db, `exchange:user:${userId}`, EXCHANGE_LIMIT, clock.now());
      const { body } = await exchangeMoney(deps, requestKey, userId, request.body);
      return { success, message: 'Your money was exchanged', data: body };
    },
  );
});

type Exchanged = ExchangeAnswer['data'];
type Quote = typeof exchangeQuotes.$inferSelect;

/** Executes a quote in one transaction, once; a repetition gets the first result. */
export async function exchangeMoney(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  requestKey: RequestKey | undefined,
  userId: number,
  body: ExchangeBody,
): Promise<Answer<Exchanged>> {
  const { quote_id: quoteId } = body;
  return takeOut(deps, { userId, proof: body, requestKey }, async (tx, now) => {
    const quote = await useQuote(tx, userId, quoteId, now);
    const done = quote ? await moveMoney(tx, quote, now) : await readExchanged(tx, userId, quoteId);
    return { status: 200, body: done };
  });
}

/** Of concurrent transactions one gets the quote and the others wait for it. */
async function useQuote(
  tx: Db,
  userId: number,
  quoteId: string,
  now: Date,
): Promise<Quote | undefined> {
  const [quote] = await tx
    .update(exchangeQuotes)
    .set({ usedAt: now })
    .where(
      and(
        eq(exchangeQuotes.reference, quoteId),
        eq(exchangeQuotes.userId, userId),
        isNull(exchangeQuotes.usedAt),
        gt(exchangeQuotes.expiresAt, now),
      ),
    )
    .returning();
  return quote;
}

async function moveMoney(tx: Db, quote: Quote, now: Date): Promise<Exchanged> {
  const { reference, userId, amount, gets, fromCurrency: from, toCurrency: to } = quote;
  const balances = await postMovement(
    tx,
    {
      naturalKey: `exchange:${reference}`,
      kind: 'exchange',
      reference,
      description: `Exchange of ${moneyText(amount, from)} into ${moneyText(gets, to)}`,
      entries: [
        { account: walletOf(userId, from), amount: -amount },
        { account: exchangeIn(from), amount },
        { account: exchangeIn(to), amount: -gets },
        { account: walletOf(userId, to), amount: gets },
      ],
    },
    now,
  );
  await assertDailyLimit(tx, userId, { currency: from, amountMinor: amount }, now);
  const after = (key: string): bigint => balances.get(key) ?? 0n;
  assertHouseCanGive(to, after(exchangeIn(to).key));
  return {
    reference,
    balances: Object.fromEntries(
      [from, to].map((currency) => [currency, minorToMajor(after(walletOf(userId, currency).key))]),
    ),
  };
}

async function readExchanged(tx: Db, userId: number, quoteId: string): Promise<Exchanged> {
  const [quote] = await tx
    .select()
    .from(exchangeQuotes)
    .where(and(eq(exchangeQuotes.reference, quoteId), eq(exchangeQuotes.userId, userId)));
  if (!quote || quote.usedAt === null) throw new AppError('quote_expired');
  const balances: Record<string, number> = {};
  for (const currency of [quote.fromCurrency, quote.toCurrency])
    balances[currency] = minorToMajor(await readBalance(tx, walletOf(userId, currency)));
  return { reference: quote.reference, balances };
}
