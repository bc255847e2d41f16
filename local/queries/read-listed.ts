import { countUnbroken, type KnownList } from '../join-page.ts';
import type {
  CreatedVoucherListRow,
  Mirrored,
  TransactionListRow,
  VoucherListRow,
} from '../rows.ts';

/** A table, as far as rows are read from it by their ids. */
export interface RowsById<Row> {
  bulkGet(ids: string[]): PromiseLike<(Row | undefined)[]>;
}

export type AnyListRow = TransactionListRow | VoucherListRow | CreatedVoucherListRow;

/** What of a list stands on this device, from its top on. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  /** The ids of those before which others are missing here. */
  readonly gaps: ReadonlySet<string>;
  /** Whether there are more behind them, here or on the server. */
  readonly hasMore: boolean;
  /** Whether there are more behind them here; `gap`: others are missing between. */
  readonly next: 'none' | 'saved' | 'gap';
  /** How many rows of the server's list those up to the first gap are, as far as that is known. */
  readonly end: number;
  /** When the oldest of it was fetched; ms since the epoch. */
  readonly fetchedAt: number;
  readonly isStale?: true;
}

/** A mirrored list, in whichever table it stands. */
export function knownList(row: AnyListRow): KnownList {
  const ids = 'ids' in row ? row.ids : row.ulids;
  const hasMore = row.hasMore ?? ('lastPage' in row && row.lastPage > 1);
  const { gaps = [], end, total } = row;
  return {
    ids,
    gaps,
    hasMore,
    ...(end !== undefined && { end }),
    ...(total !== undefined && { total }),
  };
}

/**
 * The first rows of a mirrored list.
 * @param table holds them by their ids
 * @returns undefined when the list was never fetched
 */
export async function readListed<Row extends Mirrored>(
  list: AnyListRow | undefined,
  table: RowsById<Row>,
  rowsMax: number,
): Promise<Listed<Row> | undefined> {
  if (!list) return undefined;
  const known = knownList(list);
  // One more tells whether there are more.
  const ids = known.ids.slice(0, rowsMax + 1);
  const found = await table.bulkGet(ids);
  const gaps = new Set<string>();
  const rows: Row[] = [];
  let isOpen = false;
  for (const [at, id] of ids.entries()) {
    const row = found[at];
    // Rows leave a full device one by one: there is a gap where one was.
    isOpen ||= row === undefined || known.gaps?.includes(id) === true;
    if (!row) continue;
    if (isOpen) gaps.add(id);
    isOpen = false;
    if (at < rowsMax) rows.push(row);
  }
  const missing = found.indexOf(undefined);
  const next = ids[rowsMax];
  return {
    rows,
    gaps,
    hasMore: known.hasMore || next !== undefined || missing >= 0,
    next: next === undefined ? 'none' : gaps.has(next) ? 'gap' : 'saved',
    end:
      missing < 0 ? (known.end ?? countUnbroken(known)) : Math.min(missing, countUnbroken(known)),
    fetchedAt: Math.min(list.fetchedAt, ...rows.map(({ fetchedAt }) => fetchedAt)),
    ...(list.isStale && { isStale: list.isStale }),
  };
}
