import type { Currency } from '../../contract/money.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { ask } from '../lib/ask.ts';
import { assertNotTaken } from '../disbursements/destination-owner.ts';
import { bankWith, railFor, readAccountNumber } from './destination.ts';

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
  const found = rail.resolveAccount(currency, bank, accountNumber).then((name) => ({ name }));
  const { name } = await ask(found, 'account_check_failed');
  if (name === undefined) throw new AppError('account_not_found');
  return name;
}
