import { inArray, sql } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import { inTransaction } from '../../db/transaction.ts';

/**
 * Counts accepted guesses in memory and adds them to their vouchers in batches, once a second, so that guesses on one
 * voucher do not wait for its row. A node that is killed leaves some out, until the end of the voucher counts all.
 */
export interface GuessCounter {
  /** A guess on a voucher was committed. */
  add(voucherId: number): void;
  /** Adds what was counted now; on shutdown and in tests. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly log: { error(details: object, message: string): void };
}

const TICK_MS = 1_000;

/** The counter of one node. */
export function createGuessCounter({ db, log }: Parts): GuessCounter {
  let counts = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const add = (voucherId: number, count = 1): void => {
    counts.set(voucherId, (counts.get(voucherId) ?? 0) + count);
  };
  const write = async (): Promise<void> => {
    if (counts.size === 0) return;
    const batch = counts;
    counts = new Map();
    try {
      await addCounts(db, batch);
    } catch (error) {
      for (const [voucherId, count] of batch) add(voucherId, count);
      throw error;
    }
  };
  // One write at a time; a failed one has told its own caller.
  const flush = (): Promise<void> => (writing = writing.catch(() => undefined).then(write));
  const tick = (): void =>
    void flush().catch((error: unknown) => log.error({ err: error }, 'guesses were not counted'));

  return {
    add: (voucherId) => add(voucherId),
    flush,
    start() {
      timer ??= setInterval(tick, TICK_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await flush();
    },
  };
}

/** What has ended has counted its guesses itself. */
const addCounts = (db: Db, counts: ReadonlyMap<number, number>): Promise<void> =>
  inTransaction(db, async (tx) => {
    const pairs = JSON.stringify([...counts]);
    // One order over all nodes and views, so that no two batches wait for each other.
    await tx
      .select({ id: vouchers.id })
      .from(vouchers)
      .where(inArray(vouchers.id, [...counts.keys()]))
      .orderBy(vouchers.id)
      .for('no key update');
    await tx.execute(sql`
      update vouchers set guess_count = guess_count + (pair->>1)::int
      from json_array_elements(${pairs}::json) as pair
      where vouchers.id = (pair->>0)::int and vouchers.status = 'active'`);
  });
