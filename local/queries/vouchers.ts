import type { OwnEntry } from '../../contract/fairness/judge-entries.ts';
import type { GoodiesDatabase } from '../database.ts';
import { mergeVoucher } from '../merge-voucher.ts';
import type { EntriesRow, ProofRow, SharersRow, VoucherRow } from '../rows.ts';

/** The mirrored voucher with this ulid or id, or the payment voucher with this code; as one's own list knows it, too. */
export async function readVoucher(
  db: GoodiesDatabase,
  idOrUlid: string,
): Promise<VoucherRow | undefined> {
  const row = await findVoucher(db, idOrUlid);
  return row && mergeVoucher(await db.createdVouchers.get(row.ulid), row);
}

async function findVoucher(db: GoodiesDatabase, idOrUlid: string): Promise<VoucherRow | undefined> {
  const byUlid = await db.vouchers.get(idOrUlid.toUpperCase());
  if (byUlid || !/^\d+$/.test(idOrUlid)) return byUlid;
  const byId = await db.vouchers.where('id').equals(Number(idOrUlid)).first();
  if (byId) return byId;
  // A completed giveaway shows a code that its creator chose, perhaps another voucher's.
  const withCode = db.vouchers.where('code').equals(idOrUlid);
  return withCode.and(({ purpose }) => purpose === 'payment').first();
}

export const readSharers = (db: GoodiesDatabase, ulid: string): Promise<SharersRow | undefined> =>
  db.sharers.get(ulid);

/** Key of one page of a lottery's entries. @param page from 1 */
export const entriesKey = (ulid: string, page: number): string => `${ulid} ${page}`;

/** A mirrored page of a lottery's entries, newest first. */
export const readEntries = (
  db: GoodiesDatabase,
  ulid: string,
  page: number,
): Promise<EntriesRow | undefined> => db.entries.get(entriesKey(ulid, page));

/** Until when (ms since the epoch) guessing this voucher is refused; undefined when it is not. May be past. */
export const readWaitUntil = async (
  db: GoodiesDatabase,
  ulid: string,
): Promise<number | undefined> => (await db.waits.get(ulid))?.untilMs;

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
