import { STATEMENT_CHUNK_ROWS } from '../../contract/constants.ts';
import { MINOR_PER_MAJOR } from '../../contract/money.ts';
import type { StatementQuery } from '../../contract/wallet.ts';
import type { Db } from '../db/database.ts';
import { processorName } from '../payments/payment-methods.ts';
import { CSV_START, csvRow } from '../lib/csv.ts';
import { clockIn } from '../lib/zoned-time.ts';
import type { LinePlace } from './find-lines.ts';
import { readChunk, readPoints, type Line, type WalletPoint } from './read-statement-chunk.ts';
import { assertDates, filtersOf, readTimezone, spanOf } from './statement-filters.ts';

/**
 * A user's whole statement as CSV, newest line first, a few hundred lines at a time: each chunk is read from where the
 * one before it ended, so that it costs the same however long the statement is. Times are those of
 * the time zone that is asked for, else of where the user lives.
 * @throws AppError `validation_failed` for dates that do not exist or stand in the wrong order.
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
  // Read before anything is sent, so that a database that is away is still answered as a failure.
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

/** The point goes on to the last line of its wallet. */
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
