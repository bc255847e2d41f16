import { MINOR_PER_MAJOR } from '../../contract/money.ts';
import type { StatementQuery } from '../../contract/wallet.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { CSV_START, csvRow } from '../lib/csv.ts';
import { clockIn } from './zoned-time.ts';
import { processorName } from '../payments/payment-methods.ts';
import {
  assertDates,
  filtersOf,
  findLines,
  type LinePlace,
  readTimezone,
  spanOf,
} from './find-lines.ts';
import { linesOf, OF_PAGE, type StatementLine } from './read-statement.ts';

export const STATEMENT_CHUNK_ROWS = 500;

/**
 * A user's whole statement as CSV, newest line first, read in chunks that each continue after the last line of the
 * one before.
 */
export async function writeStatement(
  db: Db,
  userId: number,
  query: StatementQuery,
): Promise<{ readonly lines: AsyncIterable<string> }> {
  assertDates(query);
  const timezone = await readTimezone(db, userId, query);
  const filters = filtersOf(query, spanOf(query, timezone));
  const points = await readPoints(db, userId);
  // Read before the answer begins, so that a failing database still gives an error status.
  const read = (from: readonly WalletPoint[], after?: LinePlace): Promise<Line[]> =>
    readChunk(db, userId, { ...filters, after }, from);
  const first = await read(points);
  return { lines: writeChunks(timezone, read, points, first) };
}

async function* writeChunks(
  timezone: string,
  read: (points: readonly WalletPoint[], after: LinePlace) => Promise<Line[]>,
  firstPoints: readonly WalletPoint[],
  first: readonly Line[],
): AsyncIterable<string> {
  yield CSV_START + csvRow(headings(timezone));
  const clock = clockIn(timezone);
  let points = firstPoints;
  let number = 0;
  let chunk = first;
  for (;;) {
    const from = number;
    yield chunk.map((line, index) => rowOf(line, from + index + 1, clock)).join('');
    number += chunk.length;
    const last = chunk.at(-1);
    if (!last || chunk.length < STATEMENT_CHUNK_ROWS) return;
    points = points.map((point) => movePoint(point, chunk));
    chunk = await read(points, placeOf(last));
  }
}

const placeOf = ({ id, number, moment }: Line): LinePlace => ({
  source: id.startsWith('j') ? 'j' : 'p',
  id: number,
  moment,
});

function movePoint(point: WalletPoint, chunk: readonly Line[]): WalletPoint {
  const line = chunk.findLast(
    ({ balance, currency }) => balance !== null && currency === point.currency,
  );
  return line && line.balance !== null
    ? { ...point, entry: line.number, balance: line.balance }
    : point;
}

const headings = (timezone: string): string[] => [
  'No.',
  `Date (${timezone})`,
  'Type',
  'Description',
  'Reference',
  'Status',
  'Currency',
  'Amount',
  'Wallet balance',
  'Paid with',
];

const rowOf = (line: Line, number: number, clock: (at: Date) => string): string =>
  csvRow([
    { plain: String(number) },
    { plain: clock(new Date(Number(line.created_ms))) },
    inWords(line.kind),
    line.description,
    line.reference,
    inWords(line.status),
    line.currency,
    { plain: decimal(BigInt(line.amount)) },
    { plain: line.balance === null ? '' : decimal(BigInt(line.balance)) },
    processorName(line.payment_gateway ?? line.payment_method ?? ''),
  ]);

/** `voucher_win` becomes `Voucher win`. */
const inWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** Minor units to decimals with two places, which every spreadsheet reads as a number. */
function decimal(minor: bigint): string {
  const perMajor = BigInt(MINOR_PER_MAJOR);
  const magnitude = minor < 0n ? -minor : minor;
  const fraction = String(magnitude % perMajor).padStart(2, '0');
  return `${minor < 0n ? '-' : ''}${magnitude / perMajor}.${fraction}`;
}

interface Line extends StatementLine {
  /** The number in its id. */
  readonly number: string;
  readonly moment: string;
  /** The wallet's balance after it, minor units; null where no wallet was touched. */
  readonly balance: string | null;
}

/** A wallet's balance after one of its entries, from which older balances are computed. */
interface WalletPoint {
  readonly account: string;
  readonly currency: string;
  readonly entry: string;
  /** Minor units. */
  readonly balance: string;
}

const readPoints = (db: Db, userId: number): Promise<WalletPoint[]> =>
  queryRows<WalletPoint>(db)`
    select wallet.id::text as account, wallet.currency, wallet.balance::text as balance,
      coalesce((select max(id) from journal_entries where account_id = wallet.id), 0)::text as entry
    from ledger_accounts wallet where wallet.user_id = ${userId} and wallet.type = 'wallet'`;

const readChunk = (
  db: Db,
  userId: number,
  filters: Parameters<typeof findLines>[1],
  points: readonly WalletPoint[],
): Promise<Line[]> =>
  queryRows<Line>(db)`
    with page as (
      select source, id from (${findLines(userId, filters, STATEMENT_CHUNK_ROWS)}) found
      order by created_at desc, id desc, source desc limit ${STATEMENT_CHUNK_ROWS}
    ),
    lines as (${linesOf(userId, OF_PAGE)}),
    point as (
      select * from json_to_recordset(${JSON.stringify(points)}::json)
        as point (account bigint, entry bigint, balance numeric)
    ),
    span as (
      select point.*, least(min(shown.id), point.entry) as first, greatest(max(shown.id), point.entry) as last
      from point join journal_entries shown on shown.account_id = point.account
        and shown.id = any(array(select id from page where source = 'j'))
      group by point.account, point.entry, point.balance
    ),
    counted as (
      select moved.id, span.balance + sum(moved.amount) over (partition by span.account order by moved.id)
        - coalesce(sum(moved.amount) filter (where moved.id <= span.entry) over (partition by span.account), 0) as after
      from span join journal_entries moved
        on moved.account_id = span.account and moved.id between span.first and span.last
    ),
    balances as (select * from counted where id = any(array(select id from page where source = 'j')))
    select lines.*, lines.sort::text as number, balances.after::text as balance, created_at::text as moment
    from lines left join balances on lines.moved_id is not null and balances.id = lines.sort
    order by lines.created_at desc, lines.sort desc, lines.id desc`;
