import { sql } from 'drizzle-orm';

import { STATEMENT_CHUNK_ROWS } from '../../contract/constants.ts';
import { MINOR_PER_MAJOR } from '../../contract/money.ts';
import type { StatementQuery } from '../../contract/wallet.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { processorName } from '../payments/payment-methods.ts';
import { CSV_START, csvRow } from '../lib/csv.ts';
import { clockIn } from '../lib/zoned-time.ts';
import { readFilters, type StatementFilters } from './statement-filters.ts';
import { NEWEST_FIRST, statementOf, type StatementLine } from './read-statement.ts';

/** Where the next chunk begins: the last line before it. */
type Line = StatementLine & {
  readonly sort: string | number;
  readonly moment: string;
};

/**
 * A user's whole statement as CSV, newest line first, a few hundred lines at a time, so that a long one needs
 * no more memory than a short one. Times are those of the time zone that is asked for, else
 * of where the user lives.
 * @throws AppError `validation_failed` for dates that do not exist or stand in the wrong order.
 */
export async function writeStatement(
  db: Db,
  userId: number,
  query: StatementQuery,
): Promise<AsyncIterable<string>> {
  const filters = await readFilters(db, userId, query);
  // Read before anything is sent, so that a database that is away is still answered as a failure.
  return writeChunks(db, userId, filters, await readChunk(db, userId, filters, undefined));
}

async function* writeChunks(
  db: Db,
  userId: number,
  filters: StatementFilters,
  first: readonly Line[],
): AsyncIterable<string> {
  yield CSV_START + csvRow(headings(filters.timezone));
  const clock = clockIn(filters.timezone);
  let number = 0;
  let chunk = first;
  while (chunk.length > 0) {
    const from = number;
    yield chunk.map((line, index) => rowOf(line, from + index + 1, clock)).join('');
    number += chunk.length;
    if (chunk.length < STATEMENT_CHUNK_ROWS) return;
    chunk = await readChunk(db, userId, filters, chunk.at(-1));
  }
}

const readChunk = (
  db: Db,
  userId: number,
  { where }: StatementFilters,
  after: Line | undefined,
): Promise<Line[]> => {
  const rest = after
    ? sql`where (created_at, sort, id) < (${after.moment}::timestamptz, ${after.sort}::bigint, ${after.id}::text)`
    : sql``;
  return queryRows<Line>(
    db,
    sql`
    with statement as (${statementOf(userId)}),
    lines as (select * from statement ${where})
    select lines.*, created_at::text as moment
    from lines ${rest} order by ${NEWEST_FIRST} limit ${STATEMENT_CHUNK_ROWS}`,
  );
};

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

const rowOf = (line: StatementLine, number: number, clock: (at: Date) => string): string =>
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

/** `voucher_win` → `Voucher win` */
const inWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** Minor units as decimals with two places, which every spreadsheet reads as a number. */
function decimal(minor: bigint): string {
  const perMajor = BigInt(MINOR_PER_MAJOR);
  const magnitude = minor < 0n ? -minor : minor;
  const fraction = String(magnitude % perMajor).padStart(2, '0');
  return `${minor < 0n ? '-' : ''}${magnitude / perMajor}.${fraction}`;
}
