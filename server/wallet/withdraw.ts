import { WITHDRAWAL_LIMITS_MAJOR } from '../../contract/constants.ts';
import {
  currencySymbol,
  MINOR_PER_MAJOR,
  majorToMinor,
  type Currency,
} from '../../contract/money.ts';
import type { Bank, WithdrawBody } from '../../contract/withdrawals.ts';
import type { Db } from '../db/database.ts';
import { startDisbursement } from '../disbursements/start-disbursement.ts';
import type { Deps } from '../deps.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import type { RequestKey } from '../http/idempotency.ts';
import {
  claimDestination,
  type NamedDestination,
  recordAttempt,
} from '../disbursements/destination-owner.ts';
import { findSavedAccount } from '../disbursements/saved-accounts.ts';
import { insertPayout, type Payout, PAYOUTS } from '../disbursements/payouts.ts';
import type { Destination, PayoutRail } from '../disbursements/adapters/providers.ts';
import { newReference } from '../lib/new-reference.ts';
import { bankWith, railFor, readAccountNumber } from './destination.ts';

interface Withdrawal {
  readonly userId: number;
  readonly rail: PayoutRail;
  readonly amountMinor: bigint;
  readonly bank: Bank;
  readonly destination: Destination & NamedDestination;
  readonly savedId: string | undefined;
}

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

async function readWithdrawal(
  deps: Deps,
  userId: number,
  request: WithdrawBody,
): Promise<Withdrawal> {
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
  return { userId, rail, amountMinor, bank, destination, savedId };
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
  const { userId, rail, amountMinor, bank, destination, savedId } = withdrawal;
  // Checked here, so that a repeated request gets its first answer although the account was removed since.
  if (savedId !== undefined && !(await findSavedAccount(tx, userId, savedId))?.isSaved)
    throw new AppError('saved_account_gone');
  await claimDestination(tx, deps, userId, destination);
  const reference = newReference('gdw');
  const payout = {
    ...destination,
    reference,
    userId,
    amount: amountMinor,
    rail: rail.name,
    bankName: bank.name,
  };
  await insertPayout(tx, payout, now);
  return reference;
}
