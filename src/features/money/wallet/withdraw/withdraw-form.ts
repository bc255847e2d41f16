import { WITHDRAWAL_LIMITS_MAJOR } from '../../../../../contract/constants.ts';
import { withoutSeparators } from '../../../../../contract/phone-number.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import {
  amountOf,
  currencySymbol,
  majorToMinor,
  minorToMajor,
} from '../../../../../contract/money.ts';
import type { RegionInfo } from '../../../../../contract/region-table.ts';
import type { Held } from '../../../../../contract/wallet.ts';
import type { Failure } from '../../../../../contract/result.ts';
import type { Bank, DestinationType, SavedAccount } from '../../../../../contract/withdrawals.ts';
import type { Checked, FieldErrors } from '../../../../platform/form/use-form.ts';
import { isOfAmount } from '../../../../shared/wallet/amounts.ts';
import { untilText, type Spendable } from '../../../../shared/wallet/held.tsx';
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
}

/** @param balance major units */
export function mostToWithdraw(balance: number, currency: LocalCurrency): number | undefined {
  const { min, max } = WITHDRAWAL_LIMITS_MAJOR[currency];
  return balance < min ? undefined : Math.min(balance, max);
}

export const chosenAccount = (
  { savedId }: Pick<WithdrawForm, 'savedId'>,
  accounts: readonly SavedAccount[],
): SavedAccount | undefined =>
  savedId === undefined ? accounts[0] : accounts.find(({ id }) => id === savedId);

/** Adds minor units, because sums of decimals are not exact. @returns major units */
const sumOf = (parts: readonly Pick<Held, 'amount'>[]): number =>
  minorToMajor(parts.reduce((sum, { amount }) => sum + (majorToMinor(amount) ?? 0n), 0n));

/** @param amount major units */
const isWithHeld = (amount: number, { balance, held }: WithdrawFacts): boolean =>
  amount <= sumOf([{ amount: balance }, ...held]);

const endOf = ({ until }: Held): number =>
  until === null ? Number.MAX_SAFE_INTEGER : Date.parse(until);

function heldMessage({ held, balance, currency }: WithdrawFacts): string {
  const last = [...held].sort((a, b) => endOf(b) - endOf(a))[0];
  return errorMessage('money_held', {
    held: formatExact(sumOf(held), currency),
    until: last ? untilText(last) : '',
    available: formatExact(balance, currency),
  });
}

function amountError(text: string, facts: WithdrawFacts): string | undefined {
  const { currency, balance } = facts;
  const amount = amountOf(text);
  const { min, max } = WITHDRAWAL_LIMITS_MAJOR[currency];
  const symbol = currencySymbol(currency);
  if (majorToMinor(amount) === undefined) return errorMessage('amount_invalid');
  if (amount < min) return errorMessage('below_minimum', { symbol, min });
  if (amount > max) {
    return errorMessage('withdrawal_too_large', { symbol, max: max.toLocaleString('en') });
  }
  if (amount <= balance) return undefined;
  return isWithHeld(amount, facts) ? heldMessage(facts) : errorMessage('insufficient_funds');
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
  const amount = amountError(form.amount, facts);
  if ('kind' in target && amount === undefined) {
    return { ok: true, order: { amount: amountOf(form.amount), currency: facts.currency, target } };
  }
  return { ok: false, errors: { ...(!('kind' in target) && target), amount } };
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
