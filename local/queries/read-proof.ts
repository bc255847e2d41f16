import type { OwnEntry } from '../../contract/fairness/judge-entries.ts';
import type { GoodiesDatabase } from '../database.ts';
import type { ProofRow, VoucherRow } from '../rows.ts';
import { readVoucher } from './read-voucher.ts';

/** A voucher and what this device can prove of it. */
export interface KnownProof {
  readonly voucher: VoucherRow;
  readonly proof: ProofRow | undefined;
  /** This person's own guesses that the server acknowledged. */
  readonly receipts: readonly OwnEntry[];
}

/** @param id number or ulid; undefined when the voucher is not mirrored */
export async function readProof(db: GoodiesDatabase, id: string): Promise<KnownProof | undefined> {
  const voucher = await readVoucher(db, id);
  if (!voucher) return undefined;
  const { ulid } = voucher;
  const [proof, receipts] = await Promise.all([
    db.proofs.get(ulid),
    db.receipts.where('voucherUlid').equals(ulid).toArray(),
  ]);
  const own = receipts.map(({ guessNumber: number, code, userId }) => ({ number, code, userId }));
  return { voucher, proof, receipts: own };
}
