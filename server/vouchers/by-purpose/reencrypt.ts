import { and, asc, eq, gt } from 'drizzle-orm';

import { vouchers } from '../../db/schema/vouchers.ts';
import type { Deps } from '../../deps.ts';
import {
  giveawayCodeHash,
  decryptMaster,
  encryptMaster,
  decryptCode,
  encryptCode,
  guessHashOf,
} from '../voucher-secrets.ts';
import { changeInBatches } from '../../lib/in-batches.ts';
import { paymentCodeHash } from '../look-up-code.ts';
import type { Voucher } from '../voucher-row.ts';
import { guesses } from '../../db/schema/giveaways.ts';

type ReencryptDeps = Pick<Deps, 'db' | 'secrets'>;

/** @returns the number of re-encrypted rows */
export const reencryptVouchers = (deps: ReencryptDeps): Promise<number> =>
  changeInBatches(
    (afterId, limit) =>
      deps.db
        .select({
          id: vouchers.id,
          ulid: vouchers.ulid,
          purpose: vouchers.purpose,
          codeEncrypted: vouchers.codeEncrypted,
          masterEncrypted: vouchers.masterEncrypted,
        })
        .from(vouchers)
        .where(gt(vouchers.id, afterId))
        .orderBy(asc(vouchers.id))
        .limit(limit),
    (voucher) => reencryptVoucher(deps, voucher),
  );

async function reencryptVoucher(
  { db, secrets }: ReencryptDeps,
  voucher: Pick<Voucher, 'id' | 'ulid' | 'purpose' | 'codeEncrypted' | 'masterEncrypted'>,
): Promise<boolean> {
  const { id, ulid, purpose, codeEncrypted, masterEncrypted } = voucher;
  if (secrets.isCurrent(codeEncrypted, ulid)) return false;
  const code = decryptCode(secrets, ulid, codeEncrypted);
  await db
    .update(vouchers)
    .set({
      codeEncrypted: encryptCode(secrets, ulid, code),
      codeHash:
        purpose === 'payment'
          ? paymentCodeHash(secrets, code)
          : giveawayCodeHash(secrets, ulid, code),
      masterEncrypted:
        masterEncrypted &&
        encryptMaster(secrets, ulid, decryptMaster(secrets, ulid, masterEncrypted)),
    })
    // Another node may have been faster.
    .where(and(eq(vouchers.id, id), eq(vouchers.codeEncrypted, codeEncrypted)));
  return true;
}

/** @returns the number of re-encrypted rows */
export const reencryptGuesses = ({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<number> =>
  changeInBatches(
    (afterId, limit) =>
      db
        .select({ id: guesses.id, ulid: vouchers.ulid, encrypted: guesses.guessEncrypted })
        .from(guesses)
        .innerJoin(vouchers, eq(vouchers.id, guesses.voucherId))
        .where(gt(guesses.id, afterId))
        .orderBy(asc(guesses.id))
        .limit(limit),
    async ({ id, ulid, encrypted }) => {
      if (secrets.isCurrent(encrypted, ulid)) return false;
      const guess = decryptCode(secrets, ulid, encrypted);
      await db
        .update(guesses)
        .set({
          guessHash: guessHashOf(secrets, ulid, guess),
          guessEncrypted: secrets.encrypt(guess, ulid),
        })
        .where(eq(guesses.id, id));
      return true;
    },
  );
