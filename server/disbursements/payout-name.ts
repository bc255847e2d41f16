import { and, eq, isNull, ne } from 'drizzle-orm';

import type { Bank } from '../../contract/withdrawals.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { payouts } from '../db/schema/disbursements.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { within } from '../lib/within.ts';
import type { PayoutRail } from './adapters/providers.ts';
import type { NamedDestination } from './destination-owner.ts';

/** With the time that the transfer itself is waited for, less than the app's timeout. */
const HOLDER_WAIT_MS = 4_000;

/** `known`: paid to before; `unasked`: the rail did not answer; a null name: it does not tell. */
export type Holder = 'known' | 'unasked' | { readonly name: string | null };

/**
 * Asks the rail whose account a destination is, unless the user was paid there before. Call it before the
 * transaction.
 * @throws AppError `account_not_found`
 */
export async function findHolder(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  userId: number,
  rail: PayoutRail,
  bank: Bank,
  destination: NamedDestination,
): Promise<Holder> {
  const { currency, accountNumber } = destination;
  const [user] = await db
    .select({ payoutName: users.payoutName })
    .from(users)
    .where(eq(users.id, userId));
  if (user?.payoutName && (await wasPaidTo(db, userId, destination))) return 'known';
  const found = rail
    .resolveAccount(currency, bank, accountNumber)
    .then((name) => ({ name }))
    .catch((error: unknown) => {
      log.warn({ err: error, rail: rail.name }, 'the holder of an account could not be asked for');
      return undefined;
    });
  const answer = await within(found, HOLDER_WAIT_MS);
  if (!answer) return 'unasked';
  const { name } = answer;
  if (name === undefined) throw new AppError('account_not_found');
  return { name };
}

async function wasPaidTo(
  db: Db,
  userId: number,
  { currency, type, code, accountNumber }: NamedDestination,
): Promise<boolean> {
  const paid = and(
    eq(payouts.userId, userId),
    eq(payouts.currency, currency),
    eq(payouts.type, type),
    eq(payouts.code, code),
    eq(payouts.accountNumber, accountNumber),
    ne(payouts.status, 'failed'),
    ne(payouts.status, 'pending'),
  );
  return (await db.$count(payouts, paid)) > 0;
}

/**
 * The first holder whom a rail names becomes the name of the account's payouts; money to another waits for an
 * administrator.
 * @returns whether it has to wait
 */
export async function mustWait(tx: Db, userId: number, holder: Holder): Promise<boolean> {
  if (holder === 'known') return false;
  const name = holder === 'unasked' ? null : holder.name;
  if (name !== null)
    await tx
      .update(users)
      .set({ payoutName: name })
      .where(and(eq(users.id, userId), isNull(users.payoutName)));
  const [user] = await tx
    .select({ payoutName: users.payoutName })
    .from(users)
    .where(eq(users.id, userId));
  if (!user?.payoutName) return false;
  if (holder === 'unasked') return true;
  return name !== null && !isSameName(name, user.payoutName);
}

const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );

const COMMON_WORDS = 2;

/** The same words in any order, or at least two of them: banks leave middle names out. */
export function isSameName(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const common = [...words].filter((word) => others.has(word)).length;
  return common >= COMMON_WORDS || (common === words.size && common === others.size && common > 0);
}
