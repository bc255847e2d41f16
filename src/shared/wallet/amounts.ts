import { QUICK_AMOUNTS_MAJOR } from '../../../contract/constants.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Currency } from '../../../contract/money.ts';
import type { WalletRow } from '../../../local/rows.ts';
import { formatExact } from '../../ui/text/format-money.ts';
import { balanceOf } from './balance.ts';

const ABOUT_AMOUNT: ReadonlySet<string> = new Set<ErrorCode>([
  'amount_invalid',
  'amount_not_sold',
  'below_minimum',
  'daily_limit_reached',
  'exchange_short',
  'exchange_too_small',
  'insufficient_funds',
  'money_held',
  'purchase_too_large',
  'withdrawal_too_large',
]);

/** Whether a refusal of an order is said beside its amount. */
export const isOfAmount = (code: string): boolean => ABOUT_AMOUNT.has(code);

/** @param balance major units */
export const quickAmounts = (balance: number, currency: Currency): readonly number[] =>
  QUICK_AMOUNTS_MAJOR[currency].filter((amount) => amount <= balance);

/** 'NGN · ₦1,000' */
export const walletText = (wallets: readonly WalletRow[], currency: Currency): string =>
  `${currency} · ${formatExact(balanceOf(wallets, currency).amount, currency)}`;
