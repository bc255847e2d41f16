import { sql, eq } from 'drizzle-orm';
import { setTimeout as delay } from 'node:timers/promises';

import { dateOf } from '../clock.ts';
import type { Keyring } from '../config/secrets.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { secretKeys } from '../db/schema/operations.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { readEncryptedCode } from '../vouchers/voucher-secrets.ts';
import { reencryptDestinations } from '../disbursements/destination-owner.ts';
import { reencryptReceiptKeys } from '../giveaways/receipts.ts';
import { reencryptMails } from '../notifications/mail/mail-queue.ts';
import { findOpenRelease } from '../payment-vouchers/release-code.ts';
import { reencryptGuesses, reencryptVouchers } from '../vouchers/by-purpose/reencrypt.ts';

const KEYS_LOCK = 7_064_301;
const NODE_PREFIX = 'goodies ';
const FOLLOW_EVERY_MS = 5_000;

/** The database needs a key that this server does not have. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError';
  constructor() {
    super(
      'this database is encrypted with another GOODIES_SECRET; set that one, or, to rotate it, set it as GOODIES_SECRET_OLD beside the new one',
    );
  }
}

/** The keys of the database; other nodes cannot change them until the transaction ends. */
async function lockKnownKeys(tx: Db): Promise<(typeof secretKeys.$inferSelect)[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${KEYS_LOCK})`);
  return tx.select().from(secretKeys);
}

/**
 * Lets the server write with the key that the database names. The first server of a database names its own.
 * @throws WrongSecretError for a server without a key that the database still needs
 */
export async function assertSecret(
  deps: Pick<Deps, 'database' | 'clock' | 'secrets'>,
): Promise<void> {
  const { database, clock, secrets } = deps;
  // From here on a rotation sees this process and its keys.
  const writing = await inTransaction(database.presence, async (tx) => {
    const needed = (await lockKnownKeys(tx)).filter(({ use }) => use !== 'retired');
    if (needed.some(({ keyId }) => !secrets.keyIds.includes(keyId))) throw new WrongSecretError();
    const named = needed.find(({ use }) => use === 'writes');
    if (named) return named.keyId;
    const keyId = await keyOfData(tx, secrets);
    await tx.insert(secretKeys).values({ keyId, use: 'writes', since: dateOf(clock) });
    return keyId;
  });
  secrets.writeWith(writing);
}

/** The key of existing data, which older versions stored without naming it; that of the secret in an empty database. */
async function keyOfData(tx: Db, secrets: Keyring): Promise<string> {
  const sample = await readEncryptedCode(tx);
  if (!sample) return secrets.keyIds[0];
  for (const keyId of secrets.keyIds) {
    secrets.writeWith(keyId);
    if (secrets.isCurrent(sample.codeEncrypted, sample.ulid)) return keyId;
  }
  throw new WrongSecretError();
}

/**
 * Repeats `assertSecret`, so that a running node writes with the key that a rotation has named meanwhile.
 * @param giveUp called when the node's secret was retired and it must not write any more
 * @returns ends it
 */
export function followSecret(deps: Deps, giveUp: (reason: WrongSecretError) => void): () => void {
  let isBusy = false;
  const follow = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      await assertSecret(deps);
    } catch (error) {
      if (error instanceof WrongSecretError) giveUp(error);
      else deps.log.error({ err: error }, 'the keys of the database could not be read');
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void follow(), FOLLOW_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Name of a node's connections, by which PostgreSQL tells which keys each living node has. */
export const nodeNameOf = ({ keyIds }: Pick<Keyring, 'keyIds'>): string =>
  `${NODE_PREFIX}${keyIds.join(',')}`;

/** Whether each node that is connected to this database has a key. */
async function haveAllNodes(tx: Db, keyId: string): Promise<boolean> {
  const rows = await queryRows<{ name: string }>(tx)`
    select application_name as name from pg_stat_activity
      where datname = current_database() and application_name like ${`${NODE_PREFIX}%`}`;
  return rows.every(({ name }) => name.slice(NODE_PREFIX.length).split(',').includes(keyId));
}

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
