import { noteChange } from '../../db/changes.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockVouchers } from '../../vouchers/voucher-row.ts';
import { createBatchWriter, type Batches } from '../batch-writer.ts';

/**
 * Counts are added once a second, so that guesses on one voucher do not wait for its row.
 * Counts lost with a killed node are recounted at the voucher's end.
 */
export interface GuessCounter extends Batches {
  add(voucherId: number): void;
}

interface Parts {
  readonly db: Db;
  readonly log: { error(details: object, message: string): void };
}

export function createGuessCounter({ db, log }: Parts): GuessCounter {
  const counts = createBatchWriter<number, number>({
    write: (batch) => addCounts(db, batch),
    merge: (known, added) => known + added,
    onFailure: (error) => log.error({ err: error }, 'guesses were not counted'),
  });
  return { ...counts, add: (voucherId) => void counts.add(voucherId, 1) };
}

/** A voucher that has ended has counted its guesses itself. */
const addCounts = (db: Db, counts: ReadonlyMap<number, number>): Promise<void> =>
  inTransaction(db, async (tx) => {
    const pairs = JSON.stringify([...counts]);
    await lockVouchers(tx, [...counts.keys()]);
    const counted = await queryRows<{ id: number; isLottery: boolean }>(tx)`
      update vouchers set guess_count = guess_count + (pair->>1)::int
      from json_array_elements(${pairs}::json) as pair
      where vouchers.id = (pair->>0)::int and vouchers.status = 'active'
      returning vouchers.id, reveal_method = 'lottery' as "isLottery"`;
    // Only a lottery shows how many have entered.
    for (const { id, isLottery } of counted) if (isLottery) noteChange(tx, `voucher:${id}`);
  });
