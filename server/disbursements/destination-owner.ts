import { and, asc, eq, gt, inArray, ne, type SQL } from 'drizzle-orm';

import type { Currency } from '../../contract/money.ts';
import type { DestinationType } from '../../contract/withdrawals.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { payoutDestinations, payouts } from '../db/schema/disbursements.ts';
import { constraintOf } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { changeInBatches } from '../lib/in-batches.ts';

export interface NamedDestination {
  readonly currency: Currency;
  readonly type: DestinationType;
  readonly code: string;
  readonly accountNumber: string;
}

const DESTINATION_CONTEXT = 'payout-destination';

/** A phone is identified without its network, a bank account with its bank. */
const nameOf = ({ currency, type, code, accountNumber }: NamedDestination): string =>
  [currency, type, type === 'bank' ? code : '', accountNumber].join('\n');

type Parts = Pick<Deps, 'secrets' | 'clock'>;

/** The first user who withdraws to a destination owns it; a concurrent second user waits for the first. */
export async function claimDestination(
  tx: Db,
  parts: Parts,
  userId: number,
  destination: NamedDestination,
): Promise<void> {
  const known = await findOwner(tx, parts, destination);
  if (known !== undefined && known !== userId) throw new AppError('destination_taken');
  // The row stems from an attempt while another user still owned it.
  if (known === undefined)
    await tx.delete(payoutDestinations).where(matchesDestination(parts, userId, destination));
  await record(tx, parts, userId, destination, true);
  if ((await findOwner(tx, parts, destination)) !== userId) throw new AppError('destination_taken');
}

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

/** Refuses and records another user's destination before the PIN is asked for. */
export async function assertNotOwnedByOther(
  db: Db,
  parts: Parts,
  userId: number,
  destination: NamedDestination,
): Promise<void> {
  const owner = await findOwner(db, parts, destination);
  if (owner === undefined || owner === userId) return;
  await recordAttempt(db, parts, userId, destination);
  throw new AppError('destination_taken');
}

/** Records that a user entered another user's destination, which links the two accounts. */
export const recordAttempt = (
  db: Db,
  parts: Parts,
  userId: number,
  destination: NamedDestination,
): Promise<void> => record(db, parts, userId, destination, false);

async function record(
  db: Db,
  { secrets, clock }: Parts,
  userId: number,
  destination: NamedDestination,
  isOwner: boolean,
): Promise<void> {
  const name = nameOf(destination);
  const destinationHash = secrets.lookupHash(name, DESTINATION_CONTEXT);
  const sealed = secrets.encrypt(name, DESTINATION_CONTEXT);
  await db
    .insert(payoutDestinations)
    .values({ destinationHash, userId, isOwner, sealed, createdAt: dateOf(clock) })
    .onConflictDoNothing();
}

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
  // A destination may be older than the table of owners.
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

const isPaidTo = ({ currency, type, code, accountNumber }: NamedDestination): SQL | undefined =>
  and(
    eq(payouts.accountNumber, accountNumber),
    eq(payouts.currency, currency),
    eq(payouts.type, type),
    type === 'bank' ? eq(payouts.code, code) : undefined,
    ne(payouts.status, 'failed'),
  );

const ONE_OWNER = 'payout_destinations_owner';

/** Re-encrypts each destination and its hash with the current key. @returns how many changed */
/** Currency, type, code of the bank and number, in words. */
export const readDestination = (secrets: Deps['secrets'], sealed: Buffer): string =>
  secrets
    .decrypt(sealed, DESTINATION_CONTEXT)
    .toString()
    .split('\n')
    .filter((part) => part !== '')
    .join(' ');

export const reencryptDestinations = ({
  db,
  secrets,
}: Pick<Deps, 'db' | 'secrets'>): Promise<number> =>
  changeInBatches(
    (afterId, limit) =>
      db
        .select({ id: payoutDestinations.id, sealed: payoutDestinations.sealed })
        .from(payoutDestinations)
        .where(gt(payoutDestinations.id, afterId))
        .orderBy(asc(payoutDestinations.id))
        .limit(limit),
    async ({ id, sealed }) => {
      if (secrets.isCurrent(sealed, DESTINATION_CONTEXT)) return false;
      const name = secrets.decrypt(sealed, DESTINATION_CONTEXT).toString();
      const resealed = {
        destinationHash: secrets.lookupHash(name, DESTINATION_CONTEXT),
        sealed: secrets.encrypt(name, DESTINATION_CONTEXT),
      };
      const row = eq(payoutDestinations.id, id);
      try {
        await db.update(payoutDestinations).set(resealed).where(row);
      } catch (error) {
        // Two nodes with different keys stored the same destination at once, each with an owner.
        if (constraintOf(error) !== ONE_OWNER) throw error;
        await db
          .update(payoutDestinations)
          .set({ ...resealed, isOwner: false })
          .where(row);
      }
      return true;
    },
  );
