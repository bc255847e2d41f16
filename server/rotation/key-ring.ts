import { sql } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import type { Keyring } from '../config/secrets.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { secretKeys } from '../db/schema/operations.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { readEncryptedCode } from '../vouchers/voucher-secrets.ts';

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
export async function lockKnownKeys(tx: Db): Promise<(typeof secretKeys.$inferSelect)[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${KEYS_LOCK})`);
  return tx.select().from(secretKeys);
}

/**
 * Lets the server write with the key that the database names. The first server of a database names its own.
 * @throws WrongSecretError for a server without a key that the database still needs
 */
export async function assertSecret(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<void> {
  const { db, clock, secrets } = deps;
  const writing = await inTransaction(db, async (tx) => {
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
export async function haveAllNodes(tx: Db, keyId: string): Promise<boolean> {
  const rows = await queryRows<{ name: string }>(
    tx,
    sql`select application_name as name from pg_stat_activity
      where datname = current_database() and application_name like ${`${NODE_PREFIX}%`}`,
  );
  return rows.every(({ name }) => name.slice(NODE_PREFIX.length).split(',').includes(keyId));
}
