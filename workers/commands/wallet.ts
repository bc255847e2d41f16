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
import type { WorkerContext } from '../context.ts';
import { failed } from '../failure.ts';
import { mirrorBalance, writeIfSameSession } from '../mirror.ts';
import { moveMoney } from '../money-command.ts';

/** Whose account it is; null where the bank does not tell. */
export async function resolveAccount(
  { api }: WorkerContext,
  body: ResolveAccountBody,
): Promise<Result<string | null>> {
  const answer = await api.call<ResolveAccountAnswer>({
    method: 'POST',
    path: '/wallet/resolve-account',
    auth: 'required',
    fallback: 'account_check_failed',
    body,
  });
  return answer.ok ? ok(answer.value.data.account_name) : answer;
}

/**
 * Sends money out of the wallet; what is held for it is in the balance of the next refresh. `pending` means
 * that its end is not known yet; the money is held until it is. After a time-out the same input asks for the
 * same withdrawal again.
 */
export const withdraw = (
  ctx: WorkerContext,
  body: WithdrawBody,
): Promise<Result<WithdrawAnswer['data']>> =>
  moveMoney<WithdrawAnswer>(ctx, { path: '/wallet/withdraw', body });

/** Forgets an account that was withdrawn to, here and at the server; one that is gone already counts as forgotten. */
export async function forgetAccount(
  ctx: WorkerContext,
  body: ForgetAccountBody,
): Promise<Result<undefined>> {
  const { db, api } = ctx;
  const session = await readSessionId(db);
  const answer = await api.call<unknown>({
    method: 'DELETE',
    path: '/wallet/accounts',
    auth: 'required',
    body,
  });
  if (!answer.ok && answer.error.code !== 'saved_account_gone') return answer;
  await writeIfSameSession(ctx, session, [db.savedAccounts], () =>
    db.savedAccounts.update(SINGLE, (row, ref) => {
      ref.value = { ...row, accounts: row.accounts.filter(({ id }) => id !== body.id) };
    }),
  );
  return ok(undefined);
}

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

/** Whose number a bill is for; null where the biller does not tell. */
export async function validateBill(
  { api }: WorkerContext,
  body: ValidateBillBody,
): Promise<Result<string | null>> {
  const answer = await api.call<ValidateBillAnswer>({
    method: 'POST',
    path: '/bills/validate',
    auth: 'required',
    fallback: 'customer_check_failed',
    body,
  });
  return answer.ok ? ok(answer.value.data.customer_name) : answer;
}

/** Buys airtime or a data plan; after a time-out the same input asks for the same purchase again. */
export const buyAirtime = (
  ctx: WorkerContext,
  body: AirtimePurchaseBody,
): Promise<Result<AirtimePurchaseAnswer['data']>> =>
  moveMoney<AirtimePurchaseAnswer>(ctx, { path: '/airtime/purchase', body });

/** Pays a bill; after a time-out the same input asks for the same bill again. */
export const payBill = (
  ctx: WorkerContext,
  body: PayBillBody,
): Promise<Result<PayBillAnswer['data']>> =>
  moveMoney<PayBillAnswer>(ctx, { path: '/bills/pay', body });
