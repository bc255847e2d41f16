import { WITHDRAWAL_LIMITS_MAJOR } from '../../contract/constants.ts';
import {
  currencySymbol,
  MINOR_PER_MAJOR,
  majorToMinor,
  type Currency,
} from '../../contract/money.ts';
import type { Bank, WithdrawBody, DestinationType } from '../../contract/withdrawals.ts';
import { assertDailyLimit } from '../accounts/money-limits/daily-limit.ts';
import { mailAboutAccount } from '../accounts/email-tokens.ts';
import { getUser } from '../accounts/users.ts';
import type { Db } from '../db/database.ts';
import { startDisbursement } from '../disbursements/settle-disbursement.ts';
import type { Deps } from '../deps.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import type { RequestKey } from '../http/idempotency.ts';
import {
  claimDestination,
  type NamedDestination,
  recordAttempt,
  assertNotOwnedByOther,
} from '../disbursements/destination-owner.ts';
import { findSavedAccount, insertPayout, type Payout, PAYOUTS } from '../disbursements/payouts.ts';
import { findHolder, mustWait } from '../disbursements/payout-name.ts';
import { railFeeOf } from '../disbursements/rail-fees.ts';
import type { Destination, PayoutRail } from '../disbursements/adapters/providers.ts';
import { payoutWaitsMail } from '../notifications/mail/account-mails.ts';
import { newReference } from '../lib/new-reference.ts';
import { readNationalNumber, withCountryCode } from '../../contract/phone-number.ts';
import { type RegionInfo, regionOfMoney } from '../../contract/region-table.ts';
import { ask } from '../lib/within.ts';

type Withdrawal = Awaited<ReturnType<typeof readWithdrawal>>;

/**
 * Takes money out of a wallet and sends it by a payout rail. The same request key continues the same withdrawal.
 * @returns the payout as it stands after the first attempt
 */
export async function withdraw(
  deps: Deps,
  requestKey: RequestKey | undefined,
  userId: number,
  request: WithdrawBody,
): Promise<Payout> {
  let named: NamedDestination | undefined;
  return startDisbursement(deps, PAYOUTS, {
    userId,
    proof: request,
    isPinNeeded: true,
    requestKey,
    async prepare() {
      const withdrawal = await readWithdrawal(deps, userId, request);
      named = withdrawal.destination;
      return (tx, now) => hold(tx, deps, withdrawal, now);
    },
  }).catch(async (error: unknown) => {
    if (named && error instanceof AppError && error.code === 'destination_taken')
      await recordAttempt(deps.db, deps, userId, named);
    throw error;
  });
}

async function readWithdrawal(deps: Deps, userId: number, request: WithdrawBody) {
  const { amount, currency, saved_account: savedId } = request;
  const rail = railFor(deps, currency);
  const amountMinor = amountOf(amount, currency);
  const asked = await readDestination(deps, userId, rail, request);
  const bank = await bankWith(rail, currency, asked.code, asked.type);
  const destination = {
    currency,
    type: bank.type,
    code: bank.code,
    accountNumber: readAccountNumber(bank.type, asked.accountNumber, currency),
    accountName: asked.accountName.trim(),
  };
  const fee = railFeeOf(rail, currency, bank.type, amountMinor);
  if (request.fee !== undefined && majorToMinor(request.fee) !== fee)
    throw new AppError('withdrawal_fee_changed');
  const holder = await findHolder(deps, userId, rail, bank, destination);
  return { userId, rail, amountMinor, fee, bank, destination, savedId, holder };
}

async function readDestination(
  { db }: Deps,
  userId: number,
  rail: PayoutRail,
  { currency, destination, saved_account: savedId }: WithdrawBody,
): Promise<Destination> {
  if ((destination === undefined) === (savedId === undefined))
    throw fieldError('destination', 'or saved_account is required, one of them');
  if (destination) {
    const { type, code, account_number: accountNumber, account_name: accountName } = destination;
    return { type, code, accountNumber, accountName };
  }
  const saved = await findSavedAccount(db, userId, String(savedId));
  // Each rail has its own codes for banks.
  if (!saved || saved.currency !== currency || saved.rail !== rail.name)
    throw new AppError('saved_account_gone');
  return saved;
}

function amountOf(major: number, currency: Currency): bigint {
  const minor = majorToMinor(major);
  if (minor === undefined) throw new AppError('amount_invalid');
  if (currency === 'USD') throw new AppError('withdrawal_unsupported');
  const { min, max } = WITHDRAWAL_LIMITS_MAJOR[currency];
  const symbol = currencySymbol(currency);
  if (minor < BigInt(min * MINOR_PER_MAJOR))
    throw new AppError('below_minimum', { values: { symbol, min } });
  if (minor > BigInt(max * MINOR_PER_MAJOR))
    throw new AppError('withdrawal_too_large', {
      values: { symbol, max: max.toLocaleString('en') },
    });
  return minor;
}

async function hold(tx: Db, deps: Deps, withdrawal: Withdrawal, now: Date): Promise<string> {
  const { userId, rail, amountMinor, fee, bank, savedId, holder } = withdrawal;
  // Checked here, so that a repeated request gets its first answer although the account was removed since.
  if (savedId !== undefined && !(await findSavedAccount(tx, userId, savedId))?.isSaved)
    throw new AppError('saved_account_gone');
  const isWaiting = await mustWait(tx, userId, holder);
  const destination = isWaiting ? heldBy(withdrawal) : withdrawal.destination;
  await claimDestination(tx, deps, userId, destination);
  const reference = newReference('gdw');
  const review = isWaiting ? ('waiting' as const) : null;
  const paid = { amount: amountMinor, fee, rail: rail.name, bankName: bank.name, review };
  await insertPayout(tx, { ...destination, ...paid, reference, userId }, now);
  await assertDailyLimit(tx, userId, { currency: destination.currency, amountMinor }, now);
  if (isWaiting) await mailAboutAccount(tx, deps, await getUser(tx, userId), payoutWaitsMail);
  return reference;
}

/** An administrator must read the bank's name of the holder, not the one that was typed. */
const heldBy = ({ destination, holder }: Withdrawal): Withdrawal['destination'] =>
  typeof holder === 'object' && holder.name !== null
    ? { ...destination, accountName: holder.name }
    : destination;

/** Digits of a bank account. */
const ACCOUNT_PATTERNS: Readonly<Record<RegionInfo['code'], RegExp>> = {
  NG: /^\d{10}$/,
  GH: /^\d{8,16}$/,
  KE: /^\d{6,16}$/,
};

export function railFor(deps: Deps, currency: Currency): PayoutRail {
  const rail = deps.payouts.payingOut(currency);
  if (!rail) throw new AppError('withdrawal_unsupported');
  return rail;
}

/** @throws AppError `banks_failed` when the rail cannot be asked in time */
export const banksOf = (rail: PayoutRail, currency: Currency): Promise<readonly Bank[]> =>
  ask(rail.listBanks(currency), 'banks_failed');

/** @throws AppError `validation_failed` for an unknown code; `banks_failed` */
async function bankWith(
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
function readAccountNumber(type: DestinationType, text: string, currency: Currency): string {
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

/** The name of the account's owner, for the user to check. @returns null where the bank does not tell */
export async function resolveAccount(
  deps: Deps,
  userId: number,
  { code, accountNumber: given, currency }: Omit<NamedDestination, 'type'>,
): Promise<string | null> {
  const rail = railFor(deps, currency);
  const bank = await bankWith(rail, currency, code);
  const accountNumber = readAccountNumber(bank.type, given, currency);
  const destination = { currency, type: bank.type, code, accountNumber };
  await assertNotOwnedByOther(deps.db, deps, userId, destination);
  const found = rail.resolveAccount(currency, bank, accountNumber).then((name) => ({ name }));
  const { name } = await ask(found, 'account_check_failed');
  if (name === undefined) throw new AppError('account_not_found');
  return name;
}
