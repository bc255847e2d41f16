import type { OwnEntry } from '../../contract/fairness/judge-entries.ts';
import type { GoodiesDatabase } from '../database.ts';
import { mergeVoucher } from '../merge-voucher.ts';
import type { ProofRow, VoucherRow } from '../rows.ts';

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
  // A giveaway's code is chosen by its creator and may equal another voucher's code.
  const withCode = db.vouchers.where('code').equals(idOrUlid);
  return withCode.and(({ purpose }) => purpose === 'payment').first();
}

export const readSharers = (db: GoodiesDatabase, ulid: string) => db.sharers.get(ulid);

export const entriesKey = (ulid: string, page: number): string => `${ulid} ${page}`;

export const readEntries = (db: GoodiesDatabase, ulid: string, page: number) =>
  db.entries.get(entriesKey(ulid, page));

/** ms since the epoch, possibly in the past; undefined if guessing is allowed. */
export const readWaitUntil = async (db: GoodiesDatabase, ulid: string) =>
  (await db.waits.get(ulid))?.untilMs;

/** What the user has sent for a voucher, as whole codes, the newest first. */
export async function readTries(db: GoodiesDatabase, ulid: string): Promise<readonly string[]> {
  const [voucher, receipts] = await Promise.all([
    db.vouchers.get(ulid),
    db.receipts.where('voucherUlid').equals(ulid).toArray(),
  ]);
  const codes = new Map(voucher?.own_entries?.map(({ number, code }) => [number, code]));
  for (const { guessNumber, code } of receipts) if (code) codes.set(guessNumber, code);
  return [...codes].sort(([one], [other]) => other - one).map(([, code]) => code);
}

export interface KnownProof {
  readonly voucher: VoucherRow;
  readonly proof: ProofRow | undefined;
  /** Only guesses of this user that the server confirmed. */
  readonly receipts: readonly OwnEntry[];
}

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
