import { isCurrency } from '../../contract/money.ts';
import type {
  AirtimePurchaseAnswer,
  AirtimePurchaseBody,
  PayBillAnswer,
  PayBillBody,
  ValidateBillAnswer,
  ValidateBillBody,
} from '../../contract/purchases.ts';
import { ok, type Result } from '../../contract/result.ts';
import type {
  ExchangeAnswer,
  ExchangeBody,
  ExchangeQuote,
  ExchangeQuoteAnswer,
  ExchangeQuoteBody,
} from '../../contract/wallet/exchange.ts';
import type {
  ForgetAccountBody,
  ResolveAccountAnswer,
  ResolveAccountBody,
  WithdrawAnswer,
  WithdrawBody,
} from '../../contract/withdrawals.ts';
import { SINGLE } from '../../local/rows.ts';
import { readSessionId } from '../../local/session.ts';
import type { Done, WorkerContext } from '../context.ts';
import { dataOf, failed, mapOk } from '../failure.ts';
import { mirrorBalance, writeIfSameSession } from '../mirror.ts';
import { moveMoney } from '../money-command.ts';

export async function resolveAccount({ api }: WorkerContext, body: ResolveAccountBody) {
  const path = '/wallet/resolve-account';
  const request = { path, fallback: 'account_check_failed', body } as const;
  return mapOk(await api.call<ResolveAccountAnswer>(request), ({ data }) => data.account_name);
}

/** After a timeout the same input repeats the same withdrawal, so money moves once. */
export const withdraw = (ctx: WorkerContext, body: WithdrawBody) =>
  moveMoney<WithdrawAnswer>(ctx, { path: '/wallet/withdraw', body });

/** An account that is already gone is not a failure. */
export async function forgetAccount(ctx: WorkerContext, body: ForgetAccountBody): Promise<Done> {
  const { db, api } = ctx;
  const session = await readSessionId(db);
  const answer = await api.call<unknown>({ method: 'DELETE', path: '/wallet/accounts', body });
  if (!answer.ok && answer.error.code !== 'saved_account_gone') return answer;
  await writeIfSameSession(ctx, session, [db.savedAccounts], () =>
    db.savedAccounts.update(SINGLE, (row, ref) => {
      ref.value = { ...row, accounts: row.accounts.filter(({ id }) => id !== body.id) };
    }),
  );
  return ok(undefined);
}

export async function quoteExchange(
  { api, connectivity }: WorkerContext,
  body: ExchangeQuoteBody,
): Promise<Result<ExchangeQuote>> {
  if (!connectivity.isOnline()) return failed('offline');
  const request = { path: '/wallet/exchange/quote', fallback: 'rates_failed', body } as const;
  return dataOf(await api.call<ExchangeQuoteAnswer>(request));
}

/** After a timeout the same quote repeats the same exchange, so money moves once. */
export const exchange = (ctx: WorkerContext, body: ExchangeBody) =>
  moveMoney<ExchangeAnswer>(ctx, { path: '/wallet/exchange', body }, async ({ balances }) => {
    for (const [currency, amount] of Object.entries(balances))
      if (isCurrency(currency)) await mirrorBalance(ctx.db, currency, amount, ctx.now());
  });

export async function validateBill({ api }: WorkerContext, body: ValidateBillBody) {
  const request = { path: '/bills/validate', fallback: 'customer_check_failed', body } as const;
  return mapOk(await api.call<ValidateBillAnswer>(request), ({ data }) => data.customer_name);
}

/** After a timeout the same input repeats the same purchase. */
export const buyAirtime = (ctx: WorkerContext, body: AirtimePurchaseBody) =>
  moveMoney<AirtimePurchaseAnswer>(ctx, { path: '/airtime/purchase', body });

/** After a timeout the same input repeats the same payment. */
export const payBill = (ctx: WorkerContext, body: PayBillBody) =>
  moveMoney<PayBillAnswer>(ctx, { path: '/bills/pay', body });
