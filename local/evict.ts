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

const WRONG_GUESS_KEEP_MS = 90 * DAY_MS;
const RECEIPT_KEEP_MS = 365 * DAY_MS;

export interface Bound {
  readonly max: number;
  readonly by: string;
  readonly isIndexed: boolean;
  readonly keepMs: number | ((row: never) => number);
  /** Rows that must stay, because the server does not have their data. */
  readonly spares?: (row: never) => boolean;
  readonly isMirror: boolean;
  /** Users show these codes in shops, so a full device must not delete them either. */
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

const few = (max: number): Bound => ({ ...mirror(max), isIndexed: false, isMirror: false });

const dated = (max: number, by: string, keepMs: Bound['keepMs']): Bound => ({
  max,
  by,
  isIndexed: true,
  keepMs,
  isMirror: false,
});

/** 'stays': other code deletes these rows; all tables together use about 20 MB at most. */
export const BOUNDS: Readonly<Record<string, Bound | 'stays'>> = {
  session: 'stays',
  user: 'stays',
  outbox: 'stays',
  caseReports: 'stays',
  account: mirror(1),
  wallets: { ...few(20), keepMs: Infinity },
  regions: few(20),
  rates: few(1),
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
  cases: mirror(200),
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
  /** Without a key that the server still knows, a repeated payment would be made twice. */
  pendingCommands: dated(Infinity, 'createdAt', IDEMPOTENCY_KEEP_MS),
  trackingWindows: dated(5_000, 'at', 12 * HOUR_MS),
  waits: dated(500, 'untilMs', 0),
  receipts: {
    ...dated(5_000, 'at', ({ result }: ReceiptRow) =>
      result === 'wrong' ? WRONG_GUESS_KEEP_MS : RECEIPT_KEEP_MS,
    ),
    isIndexed: false,
    spares: ({ result }: ReceiptRow) => result === 'won',
  },
};

type Row = Readonly<Record<string, unknown>>;

const at = (row: Row, by: string): number => Number(row[by]);
const keepOf = ({ keepMs }: Bound, row: Row): number =>
  typeof keepMs === 'number' ? keepMs : keepMs(row as never);
const isSpared = ({ spares }: Bound, row: Row): boolean => spares?.(row as never) === true;

/** Also deletes rows dated in the future by a wrong clock, which would never expire. */
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
  /** Undefined while the server's time is unknown: then no row is deleted for its age. */
  readonly nowMs?: number | undefined;
  readonly makesRoom?: boolean;
}

export async function evict(
  db: GoodiesDatabase,
  { nowMs, makesRoom = false }: Eviction,
): Promise<void> {
  for (const table of db.tables as Table<Row>[]) {
    const bound = BOUNDS[table.name];
    if (bound === undefined || bound === 'stays') continue;
    const isHalved = makesRoom && bound.isMirror && !bound.staysWhenFull;
    // One transaction per table, so that other reads and writes can run in between.
    await db.transaction('rw', table, async () => {
      if (nowMs !== undefined) await deleteExpired(table, bound, nowMs);
      const max = isHalved ? Math.floor((await table.count()) / 2) : bound.max;
      await deleteExcess(table, bound, Math.min(max, bound.max));
    });
  }
}
