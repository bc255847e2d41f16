import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { secretKeys } from '../db/schema/rotation.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Keyring } from '../config/secrets.ts';
import { readSealedCode } from '../vouchers/read-sealed-code.ts';
import { lockKnownKeys } from './known-keys.ts';

/** The database is sealed with a key that this server does not have. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError';
  constructor() {
    super(
      'this database is sealed with another GOODIES_SECRET; set that one, or, to rotate it, set it as GOODIES_SECRET_OLD beside the new one',
    );
  }
}

/**
 * Refuses a server whose secret is not the database's, before it reads or writes anything with it, and lets it
 * write with the key that the database is written with. The first server of a database names its key there.
 * @throws WrongSecretError
 */
export async function assertSecret(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<void> {
  const { db, clock, secrets } = deps;
  const writing = await inTransaction(db, async (tx) => {
    const known = await lockKnownKeys(tx);
    const needed = known.filter(({ use }) => use !== 'retired');
    if (needed.some(({ keyId }) => !secrets.keyIds.includes(keyId))) throw new WrongSecretError();
    const named = needed.find(({ use }) => use === 'writes');
    if (named) return named.keyId;
    const keyId = await keyOfData(tx, secrets);
    await tx.insert(secretKeys).values({ keyId, use: 'writes', since: dateOf(clock) });
    return keyId;
  });
  secrets.writeWith(writing);
}

/** The key that opens what a server of before sealed; of an empty database, that of the secret. */
async function keyOfData(tx: Db, secrets: Keyring): Promise<string> {
  const sample = await readSealedCode(tx);
  if (!sample) return secrets.keyIds[0];
  for (const keyId of secrets.keyIds) {
    secrets.writeWith(keyId);
    if (secrets.isCurrent(sample.codeEncrypted, sample.ulid)) return keyId;
  }
  throw new WrongSecretError();
}
