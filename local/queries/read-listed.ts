import { countUnbroken, type KnownList } from '../join-page.ts';
import type {
  CreatedVoucherListRow,
  Mirrored,
  TransactionListRow,
  VoucherListRow,
} from '../rows.ts';

export interface RowsById<Row> {
  bulkGet(ids: string[]): PromiseLike<(Row | undefined)[]>;
}

export type AnyListRow = TransactionListRow | VoucherListRow | CreatedVoucherListRow;

export interface Listed<Row> {
  readonly rows: readonly Row[];
  /** Rows may be missing on this device before each of these ids. */
  readonly gaps: ReadonlySet<string>;
  readonly hasMore: boolean;
  /** `gap`: there are more on this device, but others are missing before them. */
  readonly next: 'none' | 'saved' | 'gap';
  /** Number of server rows up to the first gap, if known. */
  readonly end: number;
  /** The oldest fetch of these rows, in ms since the epoch. */
  readonly fetchedAt: number;
  readonly isStale?: true;
}

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

export async function readListed<Row extends Mirrored>(
  list: AnyListRow | undefined,
  table: RowsById<Row>,
  rowsMax: number,
): Promise<Listed<Row> | undefined> {
  if (!list) return undefined;
  const known = knownList(list);
  // One extra row shows whether there are more.
  const ids = known.ids.slice(0, rowsMax + 1);
  const found = await table.bulkGet(ids);
  const gaps = new Set<string>();
  const rows: Row[] = [];
  let isOpen = false;
  for (const [at, id] of ids.entries()) {
    const row = found[at];
    // A full device deletes rows one by one, so a missing row is a gap.
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
