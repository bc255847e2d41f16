import { WITHDRAWAL_LIMITS_MAJOR } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { currencySymbol, majorToMinor } from '../../../../contract/money.ts';
import type { RegionInfo } from '../../../../contract/region-table.ts';
import type { Failure } from '../../../../contract/result.ts';
import type { Bank, DestinationType } from '../../../../contract/withdrawals.ts';

/** What stands in the form; empty texts are nothing chosen yet. */
export interface WithdrawForm {
  /** Decimal text in major units. */
  readonly amount: string;
  readonly type: DestinationType;
  readonly code: string;
  readonly accountNumber: string;
}

/** What is to be withdrawn to where, before it is known whose account that is. */
export interface WithdrawOrder {
  /** Major units. */
  readonly amount: number;
  readonly currency: RegionInfo['currency'];
  readonly bank: Bank;
  readonly accountNumber: string;
}

export type WithdrawField = 'amount' | 'code' | 'accountNumber';
export type WithdrawErrors = Readonly<Partial<Record<WithdrawField, string>>>;
/** The order in which fields stand on the screen. */
export const WITHDRAW_FIELDS: readonly WithdrawField[] = ['amount', 'code', 'accountNumber'];

export type WithdrawCheck =
  | { readonly ok: true; readonly order: WithdrawOrder }
  | { readonly ok: false; readonly errors: WithdrawErrors };

export interface WithdrawFacts {
  readonly banks: readonly Bank[];
  readonly currency: RegionInfo['currency'];
  /** Major units. */
  readonly balance: number;
}

function amountError(text: string, { currency, balance }: WithdrawFacts): string | undefined {
  const amount = Number(text);
  const { min, max } = WITHDRAWAL_LIMITS_MAJOR[currency];
  const symbol = currencySymbol(currency);
  if (text === '' || majorToMinor(amount) === undefined) return errorMessage('amount_invalid');
  if (amount < min) return errorMessage('below_minimum', { symbol, min });
  if (amount > max) {
    return errorMessage('withdrawal_too_large', { symbol, max: max.toLocaleString('en') });
  }
  return amount > balance ? errorMessage('insufficient_funds') : undefined;
}

/** Reads the form into an order, or says what is wrong. */
export function checkWithdraw(form: WithdrawForm, facts: WithdrawFacts): WithdrawCheck {
  const isBank = form.type === 'bank';
  const bank = facts.banks.find(({ type, code }) => type === form.type && code === form.code);
  const accountNumber = form.accountNumber.replaceAll(/[\s-]/g, '');
  const isNumber = /^\+?\d{5,20}$/.test(accountNumber);
  const amount = amountError(form.amount, facts);
  if (bank && isNumber && amount === undefined) {
    const { currency } = facts;
    return { ok: true, order: { amount: Number(form.amount), currency, bank, accountNumber } };
  }
  return {
    ok: false,
    errors: {
      ...(amount !== undefined && { amount }),
      ...(!bank && { code: isBank ? 'Choose your bank' : 'Choose your network' }),
      ...(!isNumber && {
        accountNumber: isBank ? 'Enter your account number' : 'Enter your phone number',
      }),
    },
  };
}

/** What the server said of single fields; nothing when it spoke of the whole. */
export function fieldErrors({ code, message, fields }: Failure): WithdrawErrors {
  if (code === 'account_not_found') return { accountNumber: message };
  if (fields?.['account_number']) {
    return { accountNumber: 'This number is not one of the country you withdraw to' };
  }
  if (fields?.['code']) return { code: 'Choose another bank or network' };
  const isAmount: readonly string[] = [
    'amount_invalid',
    'below_minimum',
    'withdrawal_too_large',
    'insufficient_funds',
  ];
  return isAmount.includes(code) ? { amount: message } : {};
}
