import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { HOUR_MS } from '../../contract/durations.ts';
import {
  ExchangeAnswer,
  ExchangeBody,
  ExchangeQuoteAnswer,
  ExchangeQuoteBody,
} from '../../contract/wallet/exchange.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { taggedRoutes } from '../http/route-options.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf, wasAnswered } from '../http/idempotency.ts';
import { countHit } from '../http/rate-limit.ts';
import { createQuote } from './create-quote.ts';
import { exchangeMoney } from './exchange-money.ts';

const QUOTE_LIMIT = { hits: 120, windowMs: HOUR_MS };
const EXCHANGE_LIMIT = { hits: 60, windowMs: HOUR_MS };

const route = taggedRoutes('Money');
const keyedRoute = taggedRoutes('Money', { needsKey: true });
const success = true as const;

export const exchangeRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, clock, secrets } = deps;

    app.post(
      '/wallet/exchange/quote',
      route('verified', {
        summary: 'What an amount gives in another currency',
        description: 'The quote holds for a minute; nothing moves.',
        body: ExchangeQuoteBody,
        response: { 200: ExchangeQuoteAnswer },
      }),
      async (request) => {
        const { userId } = callerOf(request);
        await countHit(db, `quote:user:${userId}`, QUOTE_LIMIT, clock.now());
        return { success, data: await createQuote(deps, userId, request.body) };
      },
    );

    app.post(
      '/wallet/exchange',
      keyedRoute('verified', {
        summary: 'Exchange as quoted',
        description: 'A quote is carried out once; sent again, it tells the same exchange.',
        body: ExchangeBody,
        response: { 200: ExchangeAnswer },
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
  };
