import { isCurrency } from '../../contract/money.ts';
import { ok, type Result } from '../../contract/result.ts';
import type {
  ExchangeAnswer,
  ExchangeBody,
  ExchangeQuote,
  ExchangeQuoteAnswer,
  ExchangeQuoteBody,
} from '../../contract/wallet/exchange.ts';
import type { WorkerContext } from '../context.ts';
import { failed } from '../failure.ts';
import { mirrorBalance } from '../mirror-balance.ts';
import { moveMoney } from '../commands/move-money.ts';

/** What an amount gives in another currency, for a minute. Moves nothing. */
export async function quoteExchange(
  { api, connectivity }: WorkerContext,
  body: ExchangeQuoteBody,
): Promise<Result<ExchangeQuote>> {
  if (!connectivity.isOnline()) return failed('offline');
  const answer = await api.call<ExchangeQuoteAnswer>({
    method: 'POST',
    path: '/wallet/exchange/quote',
    auth: 'required',
    fallback: 'rates_failed',
    body,
  });
  return answer.ok ? ok(answer.value.data) : answer;
}

/**
 * Exchanges as quoted. Both balances are written from the answer. After a time-out the same quote asks for the same
 * exchange again.
 */
export const exchange = (
  ctx: WorkerContext,
  body: ExchangeBody,
): Promise<Result<ExchangeAnswer['data']>> =>
  moveMoney<ExchangeAnswer>(ctx, { path: '/wallet/exchange', body }, async ({ balances }) => {
    for (const [currency, amount] of Object.entries(balances))
      if (isCurrency(currency)) await mirrorBalance(ctx.db, currency, amount, ctx.now());
  });
