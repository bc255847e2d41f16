import type { Currency } from '../../contract/money.ts';
import { readNationalNumber, withCountryCode } from '../../contract/phone-number.ts';
import { type RegionInfo, regionOfMoney } from '../../contract/region-table.ts';
import type { Bank, DestinationType } from '../../contract/withdrawals.ts';
import type { Deps } from '../deps.ts';
import type { PayoutRail } from '../disbursements/adapters/providers.ts';
import { assertNotOwnedByOther } from '../disbursements/destination-owner.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import { ask } from '../lib/within.ts';

/** Digits of a bank account. */
const ACCOUNT_PATTERNS: Readonly<Record<RegionInfo['code'], RegExp>> = {
  NG: /^\d{10}$/,
  GH: /^\d{8,16}$/,
  KE: /^\d{6,16}$/,
};

/** @throws AppError `withdrawal_unsupported` */
export function railFor(deps: Deps, currency: Currency): PayoutRail {
  const rail = deps.payouts.payingOut(currency);
  if (!rail) throw new AppError('withdrawal_unsupported');
  return rail;
}

/** @throws AppError `banks_failed` when the rail cannot be asked in time */
export const banksOf = (rail: PayoutRail, currency: Currency): Promise<readonly Bank[]> =>
  ask(rail.listBanks(currency), 'banks_failed');

/** @throws AppError `validation_failed` for an unknown code; `banks_failed` */
export async function bankWith(
  rail: PayoutRail,
  currency: Currency,
  code: string,
  type?: DestinationType,
): Promise<Bank> {
  const banks = await banksOf(rail, currency);
  const bank = banks.find((one) => one.code === code && (!type || one.type === type));
  if (!bank) throw fieldError('code', 'is not a bank or network that can be paid');
  return bank;
}

/** Normalises an account number; a phone gets its country code, however it was typed. */
export function readAccountNumber(type: DestinationType, text: string, currency: Currency): string {
  const region = regionOfMoney(currency);
  if (!region) throw new AppError('withdrawal_unsupported');
  if (type === 'bank') {
    if (ACCOUNT_PATTERNS[region.code].test(text)) return text;
    throw fieldError('account_number', 'is not an account number of this country');
  }
  const national = readNationalNumber(text, region.key);
  if (national !== undefined) return withCountryCode(national, region.key);
  throw fieldError('account_number', 'is not a mobile number of this country');
}

interface Account {
  readonly code: string;
  readonly accountNumber: string;
  readonly currency: Currency;
}

/** The name of the account's owner, for the user to check. @returns null where the bank does not tell */
export async function resolveAccount(
  deps: Deps,
  userId: number,
  account: Account,
): Promise<string | null> {
  const { code, currency } = account;
  const rail = railFor(deps, currency);
  const bank = await bankWith(rail, currency, code);
  const accountNumber = readAccountNumber(bank.type, account.accountNumber, currency);
  const destination = { currency, type: bank.type, code, accountNumber };
  await assertNotOwnedByOther(deps.db, deps, userId, destination);
  const found = rail.resolveAccount(currency, bank, accountNumber).then((name) => ({ name }));
  const { name } = await ask(found, 'account_check_failed');
  if (name === undefined) throw new AppError('account_not_found');
  return name;
}
