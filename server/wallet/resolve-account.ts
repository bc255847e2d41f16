import type { Currency } from '../../contract/money.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { within } from '../lib/within.ts';
import { assertNotTaken } from '../payouts/destination-owner.ts';
import { bankWith, RAIL_WAIT_MS, railFor, readAccountNumber } from './destination.ts';

interface Account {
  readonly code: string;
  readonly accountNumber: string;
  readonly currency: Currency;
}

/**
 * Whose account that is, so that a person can check it before money leaves.
 * @returns null where the bank does not tell
 * @throws AppError `destination_taken`, `account_not_found`, `account_check_failed`, `banks_failed`,
 * `withdrawal_unsupported`, `validation_failed`
 */
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
  await assertNotTaken(deps.db, deps, userId, destination);
  let answer: { readonly name: string | null | undefined } | undefined;
  try {
    const asked = rail.resolveAccount(currency, bank, accountNumber).then((name) => ({ name }));
    answer = await within(asked, RAIL_WAIT_MS);
  } catch (error) {
    const failure = new AppError('account_check_failed');
    failure.cause = error;
    throw failure;
  }
  if (!answer) throw new AppError('account_check_failed');
  if (answer.name === undefined) throw new AppError('account_not_found');
  return answer.name;
}
