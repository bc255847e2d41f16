import type { Table } from 'dexie';

import {
  IDEMPOTENCY_KEEP_MS,
  MIRROR_KEEP_MS,
  RECONCILE_UNTIL_MS,
  TTL_MS,
} from '../contract/constants.ts';
import { DAY_MS, HOUR_MS } from '../contract/durations.ts';
import type { GoodiesDatabase } from './database.ts';
import type { NoticeListRow, NotificationRow, ReceiptRow } from './rows.ts';

/** How long a wrong guess can be looked up here; the others stand in the voucher's public list, which they prove. */
const WRONG_GUESS_KEEP_MS = 90 * DAY_MS;
/** A lottery is drawn long before. */
const RECEIPT_KEEP_MS = 365 * DAY_MS;

/** What leaves a table by itself. */
export interface Bound {
  /** The most rows; of more, the oldest leave. */
  readonly max: number;
  /** The field with their time, ms since the epoch. */
  readonly by: string;
  /** Whether `by` is an index. */
  readonly isIndexed: boolean;
  /** How long a row stays, ms; a row may have its own time. */
  readonly keepMs: number | ((row: never) => number);
  /** Rows that stay whatever their age and number: the server does not have what they say. */
  readonly spares?: (row: never) => boolean;
  /** Whether the server has it all, so that half of it may go where the device is full. */
  readonly isMirror: boolean;
  /** Stays whole also there: codes that people show in shops. */
  readonly staysWhenFull?: true;
}

const mirror = (max: number, spares?: (row: never) => boolean): Bound => ({
  max,
  by: 'fetchedAt',
  isIndexed: true,
  keepMs: MIRROR_KEEP_MS,
  isMirror: true,
  ...(spares && { spares }),
});

/** One row for each of something that there are few of, too small to be worth an index. */
const few = (max: number): Bound => ({ ...mirror(max), isIndexed: false, isMirror: false });

const dated = (max: number, by: string, keepMs: number, isIndexed = true): Bound => ({
  max,
  by,
  isIndexed,
  keepMs,
  isMirror: false,
});

/**
 * Every table: how much of it stays, and how long. 'stays': its rows leave otherwise, as told beside it.
 * The numbers are more than a person sees in a month; together they are some 20 MB at the most.
 */
export const BOUNDS: Readonly<Record<string, Bound | 'stays'>> = {
  /** Leaves with its session. */
  session: 'stays',
  user: 'stays',
  /** Each row leaves by the server's answer; its number is bounded where rows are added. */
  outbox: 'stays',
  account: mirror(1),
  wallets: { ...few(20), keepMs: Infinity },
  regions: few(20),
  rates: few(1),
  /** It follows the network: one that is past its time says nothing. */
  detectedRegion: { ...few(1), keepMs: TTL_MS.detectRegion },
  vouchers: mirror(2_000),
  voucherLists: mirror(200),
  createdVouchers: { ...mirror(2_000), staysWhenFull: true },
  createdVoucherLists: { ...mirror(200), staysWhenFull: true },
  sharers: mirror(500),
  entries: mirror(500),
  analytics: mirror(200),
  allowedUsers: mirror(200),
  proofs: mirror(300),
  transactions: mirror(10_000),
  transactionLists: mirror(600),
  transactionReceipts: mirror(500),
  paymentMethods: mirror(50),
  banks: mirror(20),
  savedAccounts: mirror(1),
  airtime: mirror(20),
  billers: mirror(20),
  notifications: mirror(1_000, ({ unsentRead }: NotificationRow) => unsentRead === 1),
  noticeLists: mirror(1, ({ readUpTo }: NoticeListRow) => readUpTo !== undefined),
  noticePreferences: mirror(1),
  answers: mirror(300),
  checkouts: dated(100, 'createdAt', RECONCILE_UNTIL_MS),
  /** A key that the server still knows must not go: without it a repeated payment would be a second one. */
  pendingCommands: dated(Infinity, 'createdAt', IDEMPOTENCY_KEEP_MS),
  /** No window is longer. */
  trackingWindows: dated(5_000, 'at', 12 * HOUR_MS),
  waits: dated(500, 'untilMs', 0),
  receipts: {
    max: 5_000,
    by: 'at',
    isIndexed: false,
    keepMs: ({ result }: ReceiptRow) =>
      result === 'wrong' ? WRONG_GUESS_KEEP_MS : RECEIPT_KEEP_MS,
    spares: ({ result }: ReceiptRow) => result === 'won',
    isMirror: false,
  },
};

/** A row as far as eviction looks at it. */
type Row = Readonly<Record<string, unknown>>;

const at = (row: Row, by: string): number => Number(row[by]);
const keepOf = ({ keepMs }: Bound, row: Row): number =>
  typeof keepMs === 'number' ? keepMs : keepMs(row as never);
const isSpared = ({ spares }: Bound, row: Row): boolean => spares?.(row as never) === true;

/** Deletes rows past their time, and those that a wrong clock has put ahead: they would stay for ever. */
async function deleteExpired(table: Table<Row>, bound: Bound, nowMs: number): Promise<void> {
  const { by, isIndexed, keepMs } = bound;
  const isPast = (row: Row): boolean => {
    const from = at(row, by);
    const isAhead = bound.isMirror && from > nowMs + DAY_MS;
    return (isAhead || from < nowMs - keepOf(bound, row)) && !isSpared(bound, row);
  };
  if (!isIndexed || typeof keepMs !== 'number') {
    await table.filter(isPast).delete();
    return;
  }
  await table
    .where(by)
    .below(nowMs - keepMs)
    .filter(isPast)
    .delete();
  if (bound.isMirror)
    await table
      .where(by)
      .above(nowMs + DAY_MS)
      .filter(isPast)
      .delete();
}

/** Deletes the oldest of what is more than `max`. */
async function deleteExcess(table: Table<Row>, bound: Bound, max: number): Promise<void> {
  const { by, isIndexed } = bound;
  const excess = (await table.count()) - max;
  if (excess <= 0) return;
  if (isIndexed) {
    const oldest = table.orderBy(by).filter((row) => !isSpared(bound, row));
    await table.bulkDelete(await oldest.limit(excess).primaryKeys());
    return;
  }
  const rows = (await table.toArray()).filter((row) => !isSpared(bound, row));
  const times = rows.map((row) => at(row, by)).sort((one, other) => one - other);
  const last = times[Math.min(excess, times.length) - 1] ?? -Infinity;
  await table.filter((row) => at(row, by) <= last && !isSpared(bound, row)).delete();
}

export interface Eviction {
  /** ms since the epoch; left out while the time is not known for certain: then nothing leaves for its age. */
  readonly nowMs?: number | undefined;
  /** Also deletes the older half of what the server can give again, but not one's own vouchers. */
  readonly makesRoom?: boolean;
}

/**
 * Deletes what is past its time or its number, a table at a time, by `BOUNDS`. What the server does not have
 * stays: the outbox, keys of commands that it may still know, what was read here and it has not heard of.
 */
export async function evict(
  db: GoodiesDatabase,
  { nowMs, makesRoom = false }: Eviction,
): Promise<void> {
  for (const table of db.tables as Table<Row>[]) {
    const bound = BOUNDS[table.name];
    if (bound === undefined || bound === 'stays') continue;
    const isHalved = makesRoom && bound.isMirror && !bound.staysWhenFull;
    // One after the other: what others read and write comes in between.
    await db.transaction('rw', table, async () => {
      if (nowMs !== undefined) await deleteExpired(table, bound, nowMs);
      const max = isHalved ? Math.floor((await table.count()) / 2) : bound.max;
      await deleteExcess(table, bound, Math.min(max, bound.max));
    });
  }
}
