import type { GoodiesDatabase } from '../database.ts';
import type { ReceiptRow } from '../rows.ts';

/** Until when (ms since the epoch) guessing this voucher is refused; undefined when it is not. May be past. */
export const readWaitUntil = async (
  db: GoodiesDatabase,
  ulid: string,
): Promise<number | undefined> => (await db.waits.get(ulid))?.untilMs;

/** This device's guesses on a voucher, first to last. */
export const readReceipts = (db: GoodiesDatabase, ulid: string): Promise<ReceiptRow[]> =>
  db.receipts.where('voucherUlid').equals(ulid).sortBy('guessNumber');
