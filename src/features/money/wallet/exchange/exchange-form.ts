import { errorMessage } from '../../../../../contract/errors.ts';
import {
  amountOf,
  CURRENCIES,
  type Currency,
  majorToMinor,
} from '../../../../../contract/money.ts';
import type { Failure } from '../../../../../contract/result.ts';
import type { ExchangeQuoteBody } from '../../../../../contract/wallet/exchange.ts';
import type { WalletRow } from '../../../../../local/rows.ts';
import type { Spendable } from '../../../../shared/wallet/held.tsx';
import { shortMessage } from '../../../../shared/wallet/short-message.ts';
import type { Checked, FieldErrors } from '../../../../platform/form/use-form.ts';
import { isOfAmount } from '../../../../shared/wallet/amounts.ts';

export interface ExchangeForm {
  readonly from: Currency;
  readonly to: Currency;
  /** Decimal text in major units of `from`. */
  readonly amount: string;
}

export const EXCHANGE_FIELDS = ['from', 'amount', 'to'] as const;
export type ExchangeField = (typeof EXCHANGE_FIELDS)[number];

export const otherThan = (currency: Currency, home: Currency): Currency =>
  home === currency ? (CURRENCIES.find((one) => one !== currency) ?? currency) : home;

/** The own currency first. */
export function emptyExchange(home: Currency, wallets: readonly WalletRow[]): ExchangeForm {
  const own = wallets.find(({ currency }) => currency === home);
  const filled = own && own.amount > 0 ? own : wallets.find(({ amount }) => amount > 0);
  const from = filled?.currency ?? home;
  return { from, to: otherThan(from, home), amount: '' };
}

function amountError(text: string, spendable: Spendable, from: Currency): string | undefined {
  const amount = amountOf(text);
  const minor = majorToMinor(amount);
  if (minor === undefined || minor <= 0n) return errorMessage('amount_invalid');
  return shortMessage(amount, spendable, from);
}

export function checkExchange(
  { from, to, amount }: ExchangeForm,
  spendable: Spendable,
): Checked<ExchangeField, ExchangeQuoteBody> {
  const errors: FieldErrors<ExchangeField> = {
    amount: amountError(amount, spendable, from),
    to: from === to ? errorMessage('same_currency') : undefined,
  };
  return errors.amount || errors.to
    ? { ok: false, errors }
    : { ok: true, order: { from, to, amount: amountOf(amount) } };
}

export function fieldErrors({ code, message }: Failure): FieldErrors<ExchangeField> {
  if (code === 'same_currency') return { to: message };
  return isOfAmount(code) ? { amount: message } : {};
}
