import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import { secretKeys } from '../db/schema/operations.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { reencryptDestinations } from '../disbursements/destination-owner.ts';
import { reencryptReceiptKeys } from '../giveaways/receipts.ts';
import { reencryptMails } from '../notifications/mail/mail-queue.ts';
import { findOpenRelease } from '../payment-vouchers/release-code.ts';
import { reencryptGuesses, reencryptVouchers } from '../vouchers/by-purpose/reencrypt.ts';
import { haveAllNodes, lockKnownKeys } from './key-ring.ts';

/** Longer than a node takes to notice that the new key writes, and than a statement may run. */
const SETTLE_MS = 60_000;
const PAUSE_MS = 5_000;

type RotationDeps = Pick<Deps, 'db' | 'database' | 'clock' | 'secrets' | 'log'>;

/**
 * Replaces the former secret by `GOODIES_SECRET`, in rounds. It may be interrupted and run again.
 * @returns false where the new key may not write: a connected node cannot read it, or it was retired before
 */
export async function rotateSecret(deps: RotationDeps): Promise<boolean> {
  for (;;) {
    const state = await rotateOnce(deps);
    if (state !== 'rotating') return state === 'done';
    await delay(PAUSE_MS);
  }
}

/** One round: re-encrypts every row that needs the former key, and retires that key once none can appear. */
export async function rotateOnce(deps: RotationDeps): Promise<'refused' | 'rotating' | 'done'> {
  const { db, clock, log } = deps;
  const known = await startWriting(deps);
  const writing = known.find(({ use }) => use === 'writes');
  if (writing?.keyId !== deps.secrets.keyIds[0]) return 'refused';
  if (!known.some(({ use }) => use === 'read')) return 'done';
  const begunAt = dateOf(clock);
  const settledAt = new Date(writing.since.getTime() + SETTLE_MS);
  const rows =
    (await reencryptVouchers(deps)) +
    (await reencryptGuesses(deps)) +
    (await reencryptReceiptKeys(deps)) +
    (await reencryptMails(deps)) +
    (await reencryptDestinations(deps));
  log.info({ rows }, 'rows were encrypted with the new secret');
  if (rows > 0 || begunAt < settledAt) return 'rotating';
  // A release code is stored as a hash, which cannot be renewed: the former key is needed until it has expired.
  if (await findOpenRelease(db, settledAt, begunAt)) return 'rotating';
  await db.update(secretKeys).set({ use: 'retired' }).where(eq(secretKeys.use, 'read'));
  return 'done';
}

/** Names the key of `GOODIES_SECRET` as the writing one, unless a connected node lacks it or it was retired. */
async function startWriting({ db, database, clock, secrets }: RotationDeps) {
  const known = await inTransaction(db, async (tx) => {
    const [keyId] = secrets.keyIds;
    const before = await lockKnownKeys(tx);
    if (before.some((key) => key.keyId === keyId)) return before;
    if (database.engine === 'postgres' && !(await haveAllNodes(tx, keyId))) return before;
    await tx.update(secretKeys).set({ use: 'read' }).where(eq(secretKeys.use, 'writes'));
    await tx.insert(secretKeys).values({ keyId, use: 'writes', since: dateOf(clock) });
    return tx.select().from(secretKeys);
  });
  const writing = known.find(({ use }) => use === 'writes');
  if (writing) secrets.writeWith(writing.keyId);
  return known;
}
