import { and, asc, eq, inArray, ne, type SQL } from 'drizzle-orm';

import type { Currency } from '../../../contract/money.ts';
import type { DestinationType } from '../../../contract/withdrawals.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { payoutDestinations, payouts } from '../../db/schema/payouts.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';

/** Where money goes. */
export interface NamedDestination {
  readonly currency: Currency;
  readonly type: DestinationType;
  /** Of a bank, as its rail calls it. */
  readonly code: string;
  readonly accountNumber: string;
}

/** What sealed destinations and their hashes belong to. */
export const DESTINATION_CONTEXT = 'payout-destination';

/** A phone is its number, whatever a rail calls its network; a bank account its number at its bank. */
const nameOf = ({ currency, type, code, accountNumber }: NamedDestination): string =>
  [currency, type, type === 'bank' ? code : '', accountNumber].join('\n');

type Parts = Pick<Deps, 'secrets' | 'clock'>;

/**
 * Makes a destination a user's own, inside the transaction that sends money there: it belongs to the first who
 * does. One that was withdrawn to before destinations had owners is its first payee's. At the same moment, the
 * second waits for the first.
 * @throws AppError `destination_taken` when it is another user's
 */
export async function claimDestination(
  tx: Db,
  parts: Parts,
  userId: number,
  destination: NamedDestination,
): Promise<void> {
  const known = await findOwner(tx, parts, destination);
  if (known !== undefined && known !== userId) throw new AppError('destination_taken');
  // Named while it was another user's, and free since.
  if (known === undefined)
    await tx.delete(payoutDestinations).where(matchesDestination(parts, userId, destination));
  await tx
    .insert(payoutDestinations)
    .values(rowOf(parts, userId, destination, true))
    .onConflictDoNothing();
  if ((await findOwner(tx, parts, destination)) !== userId) throw new AppError('destination_taken');
}

/** Frees a destination that nothing of its owner's arrived at; after their payout to it was marked as failed. */
export async function freeUnpaid(
  tx: Db,
  { secrets }: Pick<Parts, 'secrets'>,
  userId: number,
  destination: NamedDestination,
): Promise<void> {
  const [paid] = await tx
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.userId, userId), isPaidTo(destination)))
    .limit(1);
  if (paid) return;
  await tx.delete(payoutDestinations).where(matchesDestination({ secrets }, userId, destination));
}

/**
 * Refuses a destination of another user, before any money is asked for.
 * @throws AppError `destination_taken`; that it was named is written down
 */
export async function assertNotTaken(
  db: Db,
  parts: Parts,
  userId: number,
  destination: NamedDestination,
): Promise<void> {
  const owner = await findOwner(db, parts, destination);
  if (owner === undefined || owner === userId) return;
  await noteNamed(db, parts, userId, destination);
  throw new AppError('destination_taken');
}

/** Writes down that a user named the destination of another one: they are one person. */
export async function noteNamed(
  db: Db,
  parts: Parts,
  userId: number,
  destination: NamedDestination,
): Promise<void> {
  await db
    .insert(payoutDestinations)
    .values(rowOf(parts, userId, destination, false))
    .onConflictDoNothing();
}

const rowOf = (
  { secrets, clock }: Parts,
  userId: number,
  destination: NamedDestination,
  isOwner: boolean,
): typeof payoutDestinations.$inferInsert => ({
  destinationHash: secrets.lookupHash(nameOf(destination), DESTINATION_CONTEXT),
  userId,
  isOwner,
  sealed: secrets.encrypt(nameOf(destination), DESTINATION_CONTEXT),
  createdAt: dateOf(clock),
});

/** Whose a destination is; undefined while no user has it. */
async function findOwner(
  db: Db,
  { secrets }: Pick<Parts, 'secrets'>,
  destination: NamedDestination,
): Promise<number | undefined> {
  const [owner] = await db
    .select({ userId: payoutDestinations.userId })
    .from(payoutDestinations)
    .where(
      and(
        inArray(payoutDestinations.destinationHash, hashesOf(secrets, destination)),
        eq(payoutDestinations.isOwner, true),
      ),
    )
    .orderBy(asc(payoutDestinations.id));
  if (owner) return owner.userId;
  // Before destinations had owners.
  const [payout] = await db
    .select({ userId: payouts.userId })
    .from(payouts)
    .where(isPaidTo(destination))
    .orderBy(asc(payouts.id))
    .limit(1);
  return payout?.userId;
}

const matchesDestination = (
  { secrets }: Pick<Parts, 'secrets'>,
  userId: number,
  destination: NamedDestination,
): SQL | undefined =>
  and(
    inArray(payoutDestinations.destinationHash, hashesOf(secrets, destination)),
    eq(payoutDestinations.userId, userId),
  );

const hashesOf = (secrets: Parts['secrets'], destination: NamedDestination): string[] =>
  secrets.lookupHashes(nameOf(destination), DESTINATION_CONTEXT);

/** Payouts to a destination that have not failed. */
const isPaidTo = ({ currency, type, code, accountNumber }: NamedDestination): SQL | undefined =>
  and(
    eq(payouts.accountNumber, accountNumber),
    eq(payouts.currency, currency),
    eq(payouts.type, type),
    type === 'bank' ? eq(payouts.code, code) : undefined,
    ne(payouts.status, 'failed'),
  );
