import { WITHDRAWAL_LIMITS_MAJOR } from '../../../../../contract/constants.ts';
import { withoutSeparators } from '../../../../../contract/phone-number.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import {
  amountOf,
  currencySymbol,
  majorToMinor,
  minorToMajor,
} from '../../../../../contract/money.ts';
import type { MoneyLimit } from '../../../../../contract/accounts/money-limits.ts';
import { regionOfMoney, type RegionInfo } from '../../../../../contract/region-table.ts';
import type { Failure } from '../../../../../contract/result.ts';
import type {
  Bank,
  DestinationType,
  RailFee,
  SavedAccount,
} from '../../../../../contract/withdrawals.ts';
import { serverNow } from '../../../../platform/clock/server-time.ts';
import type { Checked, FieldErrors } from '../../../../platform/form/use-form.ts';
import { isOfAmount } from '../../../../shared/wallet/amounts.ts';
import type { Spendable } from '../../../../shared/wallet/held.tsx';
import { shortMessage } from '../../../../shared/wallet/short-message.ts';
import { formatExact } from '../../../../ui/text/format-money.ts';

type LocalCurrency = RegionInfo['currency'];

export interface WithdrawForm {
  /** Decimal text in major units. */
  readonly amount: string;
  /** '' for a typed account; undefined while nothing was chosen. */
  readonly savedId: string | undefined;
  readonly type: DestinationType;
  readonly code: string;
  readonly accountNumber: string;
}

export type WithdrawTarget =
  | { readonly kind: 'saved'; readonly account: SavedAccount }
  | { readonly kind: 'typed'; readonly bank: Bank; readonly accountNumber: string };

export interface WithdrawOrder {
  /** Major units. */
  readonly amount: number;
  /** Major units, on top of the amount. */
  readonly fee: number;
  readonly currency: LocalCurrency;
  readonly target: WithdrawTarget;
}

export const WITHDRAW_FIELDS = ['amount', 'account', 'code', 'accountNumber'] as const;
export type WithdrawField = (typeof WITHDRAW_FIELDS)[number];

export const changedFields = (changed: readonly string[]): string[] =>
  changed.flatMap((name) => (name === 'savedId' ? ['account', 'code', 'accountNumber'] : name));

export interface WithdrawFacts extends Spendable {
  readonly banks: readonly Bank[];
  /** The latest first. */
  readonly accounts: readonly SavedAccount[];
  readonly currency: LocalCurrency;
  /** Of the rail of this currency, the lowest band first. */
  readonly fees: readonly RailFee[];
  /** Undefined while it is not known. */
  readonly limit: MoneyLimit | undefined;
  /** Whose accounts payouts go to; undefined where no bank has told. */
  readonly payoutName: string | undefined;
}

/** Major units; undefined where the amount is none. */
const feeOf = (
  amount: number,
  type: DestinationType,
  fees: readonly RailFee[],
): number | undefined =>
  fees.find((band) => band.type === type && (band.up_to === null || amount <= band.up_to))?.fee;

/** Adds minor units, because sums of decimals are not exact. @returns major units */
export const withFee = (amount: number, fee: number): number => sumOf([amount, fee]);

/** Major units; a limit of a day that is over is whole again. */
export const leftToday = ({ left, limit, renews_at: renewsAt }: MoneyLimit): number =>
  Date.parse(renewsAt) > serverNow() ? left : limit;

/** The most that can leave with its fee, in major units; undefined where it is less than the minimum. */
export function mostToWithdraw(
  {
    balance,
    currency,
    fees,
    limit,
  }: Pick<WithdrawFacts, 'balance' | 'currency' | 'fees' | 'limit'>,
  type: DestinationType,
): number | undefined {
  const { min, max } = WITHDRAWAL_LIMITS_MAJOR[currency];
  const most = Math.min(max, limit ? leftToday(limit) : max);
  const affordable = fees
    .filter((band) => band.type === type)
    .map(({ up_to: upTo, fee }) => Math.min(withFee(balance, -fee), upTo ?? most, most));
  const best = Math.max(...affordable);
  return best < min ? undefined : best;
}

export const chosenAccount = (
  { savedId }: Pick<WithdrawForm, 'savedId'>,
  accounts: readonly SavedAccount[],
): SavedAccount | undefined =>
  savedId === undefined ? accounts[0] : accounts.find(({ id }) => id === savedId);

export const chosenType = (
  form: Pick<WithdrawForm, 'savedId' | 'type'>,
  accounts: readonly SavedAccount[],
): DestinationType => chosenAccount(form, accounts)?.type ?? form.type;

function sumOf(parts: readonly number[]): number {
  return minorToMajor(parts.reduce((sum, part) => sum + (majorToMinor(part) ?? 0n), 0n));
}

function limitMessage(limit: MoneyLimit): string {
  const { currency } = limit;
  return errorMessage('daily_limit_reached', {
    left: formatExact(leftToday(limit), currency),
    limit: formatExact(limit.limit, currency),
    place: regionOfMoney(currency)?.timezone.split('/').at(-1) ?? '',
  });
}

function amountError(
  text: string,
  facts: WithdrawFacts,
  type: DestinationType,
): string | undefined {
  const { currency, balance, fees, limit } = facts;
  const amount = amountOf(text);
  const { min, max } = WITHDRAWAL_LIMITS_MAJOR[currency];
  const symbol = currencySymbol(currency);
  if (majorToMinor(amount) === undefined) return errorMessage('amount_invalid');
  if (amount < min) return errorMessage('below_minimum', { symbol, min });
  if (amount > max) {
    return errorMessage('withdrawal_too_large', { symbol, max: max.toLocaleString('en') });
  }
  if (limit && amount > leftToday(limit)) return limitMessage(limit);
  const fee = feeOf(amount, type, fees) ?? 0;
  if (withFee(amount, fee) <= balance) return undefined;
  if (amount <= balance) {
    const most = mostToWithdraw(facts, type);
    const rest = most === undefined ? '' : `: you can withdraw ${formatExact(most, currency)}`;
    return `The fee of ${formatExact(fee, currency)} comes on top${rest}`;
  }
  return shortMessage(amount, facts, currency);
}

function readTarget(
  form: WithdrawForm,
  { banks, accounts }: WithdrawFacts,
): WithdrawTarget | FieldErrors<WithdrawField> {
  const account = chosenAccount(form, accounts);
  if (account) return { kind: 'saved', account };
  const isBank = form.type === 'bank';
  const bank = banks.find(({ type, code }) => type === form.type && code === form.code);
  const accountNumber = withoutSeparators(form.accountNumber);
  const isNumber = /^\+?\d{5,20}$/.test(accountNumber);
  if (bank && isNumber) return { kind: 'typed', bank, accountNumber };
  return {
    ...(!bank && { code: isBank ? 'Choose your bank' : 'Choose your network' }),
    ...(!isNumber && {
      accountNumber: isBank ? 'Enter your account number' : 'Enter your phone number',
    }),
  };
}

export function checkWithdraw(
  form: WithdrawForm,
  facts: WithdrawFacts,
): Checked<WithdrawField, WithdrawOrder> {
  const target = readTarget(form, facts);
  const type = chosenType(form, facts.accounts);
  const error = amountError(form.amount, facts, type);
  if ('kind' in target && error === undefined) {
    const amount = amountOf(form.amount);
    const fee = feeOf(amount, type, facts.fees) ?? 0;
    return { ok: true, order: { amount, fee, currency: facts.currency, target } };
  }
  return { ok: false, errors: { ...(!('kind' in target) && target), amount: error } };
}

export function fieldErrors({ code, message, fields }: Failure): FieldErrors<WithdrawField> {
  if (code === 'saved_account_gone') return { account: message };
  if (code === 'account_not_found' || code === 'destination_taken')
    return { accountNumber: message };
  if (fields?.['account_number']) {
    return { accountNumber: 'This number is not one of the country you withdraw to' };
  }
  if (fields?.['code']) return { code: 'Choose another bank or network' };
  return isOfAmount(code) ? { amount: message } : {};
}

/** 'Guaranty Trust Bank ••••6789' */
export const accountLabel = ({
  bank_name: bank,
  account_ending: ending,
}: Pick<SavedAccount, 'bank_name' | 'account_ending'>): string => `${bank} ••••${ending}`;

export const arrivalOf = (type: DestinationType): string =>
  type === 'bank' ? 'Usually within minutes, at most a day' : 'Usually within minutes';

/** '₦25 · leaves your wallet ₦5,025', or what the fee can be while there is no amount yet. */
export function feeText(
  amount: number,
  type: DestinationType,
  { fees, currency }: Pick<WithdrawFacts, 'fees' | 'currency'>,
): string {
  const fee = amount > 0 ? feeOf(amount, type, fees) : undefined;
  if (fee !== undefined) {
    const money = (major: number): string => formatExact(major, currency);
    return `${money(fee)} · leaves your wallet ${money(withFee(amount, fee))}`;
  }
  const [least, ...more] = fees.filter((band) => band.type === type).map((band) => band.fee);
  const most = more.at(-1);
  if (least === undefined) return '';
  const lowest = formatExact(least, currency);
  return most === undefined ? lowest : `${lowest} to ${formatExact(most, currency)}, by amount`;
}
