import { sql, and, desc, eq, lt } from 'drizzle-orm';
import { Type } from 'typebox';

import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { findVoucher, type VoucherForCaller } from '../vouchers/read-voucher.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { queryRows } from '../db/query-rows.ts';
import type { Deps } from '../deps.ts';
import {
  type Analytics,
  type VoucherAnalytics,
  AnalyticsAnswer,
} from '../../contract/analytics.ts';
import { presentVoucher } from '../vouchers/present-voucher.ts';
import { users } from '../db/schema/accounts.ts';
import { guesses } from '../db/schema/giveaways.ts';
import { CSV_START, csvRow } from '../lib/csv.ts';
import { decryptCode } from '../vouchers/voucher-secrets.ts';
import { showGuess } from './guess/list-own-guesses.ts';
import { VoucherParams } from '../../contract/vouchers.ts';
import { callerOf } from '../http/access.ts';
import { createRowStreams } from '../http/row-streams.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';

const RECENT_GUESSES = 10;
const GUESSES_CHUNK_ROWS = 500;

/** @throws AppError `voucher_not_found`, `giveaway_only`, `analytics_forbidden` for anyone but the creator */
async function findForAnalytics(db: Db, ref: string, userId: number): Promise<VoucherForCaller> {
  const found = await findVoucher(db, ref, userId).catch((error: unknown) => {
    // Section 8 of the specification uses another message here.
    throw error instanceof AppError && error.code === 'voucher_removed'
      ? new AppError('voucher_not_found')
      : error;
  });
  if (found.voucher.creatorId !== userId) throw new AppError('analytics_forbidden');
  if (found.voucher.purpose !== 'giveaway') throw new AppError('giveaway_only');
  return found;
}

/** Correct entries of a lottery are secret until the draw. */
const areGuessesJudged = ({ revealMethod, status }: Voucher): boolean =>
  revealMethod !== 'lottery' || status === 'completed';

type Counted = 'total_guesses' | 'unique_participants' | 'unique_devices' | 'unique_networks';

interface Counts extends Pick<Analytics, Counted | 'guesses_by_day' | 'recent_guesses'> {
  readonly correct: number;
}

async function readAnalytics(
  deps: Pick<Deps, 'db' | 'config' | 'covers' | 'secrets'>,
  ref: string,
  userId: number,
): Promise<VoucherAnalytics> {
  const found = await findForAnalytics(deps.db, ref, userId);
  const counts = await countGuesses(deps.db, found.voucher);
  return {
    ...presentVoucher(deps, found, userId),
    analytics: analyticsOf(found.voucher, counts),
  };
}

async function countGuesses(db: Db, voucher: Voucher): Promise<Counts> {
  const [counts] = await queryRows<Counts>(db)`
    with mine as (select * from guesses where voucher_id = ${voucher.id}),
    days as (
      select to_char(created_at at time zone ${timezoneOf(voucher)}, 'YYYY-MM-DD') as date, count(*)::int as count
      from mine group by 1
    ), recent as (
      select mine.number, json_build_object('is_correct', mine.is_correct, 'created_at', mine.created_at,
        'user', json_build_object('username', users.username, 'avatar', users.avatar)) as guess
      from mine join users on users.id = mine.user_id order by mine.number desc limit ${RECENT_GUESSES}
    )
    select count(*)::int as total_guesses, count(distinct user_id)::int as unique_participants,
      count(distinct device_hash)::int as unique_devices, count(distinct network_hash)::int as unique_networks,
      count(*) filter (where is_correct)::int as correct,
      (select coalesce(json_agg(days order by days.date), '[]'::json) from days) as guesses_by_day,
      (select coalesce(json_agg(guess order by number desc), '[]'::json) from recent) as recent_guesses
    from mine`;
  if (!counts) throw new Error('a count without a row');
  return counts;
}

function analyticsOf(voucher: Voucher, { correct, ...counts }: Counts): Analytics {
  const { views, linkClicks, guessDevices, guessNetworks } = voucher;
  const isJudged = areGuessesJudged(voucher);
  const total = counts.total_guesses;
  return {
    ...counts,
    total_views: views,
    link_clicks: linkClicks,
    uncounted_views: voucher.uncountedViews,
    uncounted_clicks: voucher.uncountedClicks,
    // The device hashes are deleted by then, so the stored counts are used.
    unique_devices: guessDevices ?? counts.unique_devices,
    unique_networks: guessNetworks ?? counts.unique_networks,
    correct_guesses: isJudged ? correct : null,
    engagement_rate: oneDecimal(100 * total, views),
    click_through_rate: oneDecimal(100 * linkClicks, views),
    guess_success_rate: isJudged ? oneDecimal(100 * correct, total) : null,
    view_to_guess_ratio: oneDecimal(views, total),
    timezone: timezoneOf(voucher),
    recent_guesses: counts.recent_guesses.map((guess) => ({
      ...guess,
      is_correct: isJudged ? guess.is_correct : null,
      created_at: new Date(guess.created_at).toISOString(),
    })),
  };
}

const oneDecimal = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((10 * part) / whole) / 10;

const readGuesses = (db: Db, voucherId: number, timezone: string, before?: number) =>
  db
    .select({
      number: guesses.number,
      username: users.username,
      encrypted: guesses.guessEncrypted,
      isCorrect: guesses.isCorrect,
      localTime: sql<string>`to_char(${guesses.createdAt} at time zone ${timezone}, 'YYYY-MM-DD HH24:MI:SS')`,
    })
    .from(guesses)
    .innerJoin(users, eq(users.id, guesses.userId))
    .where(
      and(
        eq(guesses.voucherId, voucherId),
        before === undefined ? undefined : lt(guesses.number, before),
      ),
    )
    .orderBy(desc(guesses.number))
    .limit(GUESSES_CHUNK_ROWS);

type GuessesDeps = Pick<Deps, 'db' | 'secrets'>;
type Chunk = Awaited<ReturnType<typeof readGuesses>>;

/** Times are in the zone of the voucher's region, and hidden digits stay hidden. */
async function writeGuesses(deps: GuessesDeps, ref: string, userId: number) {
  const { voucher } = await findForAnalytics(deps.db, ref, userId);
  // The first rows are read before the response starts, so that a database fault is still an error.
  const first = await readGuesses(deps.db, voucher.id, timezoneOf(voucher));
  return { ulid: voucher.ulid, lines: writeChunks(deps, voucher, first) };
}

async function* writeChunks(
  deps: GuessesDeps,
  voucher: Voucher,
  first: Chunk,
): AsyncIterable<string> {
  yield CSV_START + csvRow(['No.', `Date (${timezoneOf(voucher)})`, 'User', 'Guess', 'Result']);
  let chunk = first;
  for (;;) {
    yield chunk.map((row) => rowOf(deps, voucher, row)).join('');
    const last = chunk.at(-1);
    if (!last || chunk.length < GUESSES_CHUNK_ROWS) return;
    chunk = await readGuesses(deps.db, voucher.id, timezoneOf(voucher), last.number);
  }
}

const timezoneOf = ({ region }: Voucher): string => REGIONS[normaliseRegion(region)].timezone;

function rowOf({ secrets }: GuessesDeps, voucher: Voucher, row: Chunk[number]): string {
  const guess = showGuess(decryptCode(secrets, voucher.ulid, row.encrypted), voucher.maskedCode);
  return csvRow([
    { plain: String(row.number) },
    { plain: row.localTime },
    row.username,
    inGroups(guess),
    resultOf(voucher, row.isCorrect),
  ]);
}

/** Spaces make a spreadsheet treat the code as text and keep its zeros. */
const inGroups = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$& ');

function resultOf(voucher: Voucher, isCorrect: boolean): string {
  if (!areGuessesJudged(voucher)) return '';
  return isCorrect ? 'Correct' : 'Incorrect';
}

const route = taggedRoutes('Vouchers');

export const analyticsRoutes = routesOf(async (app, deps) => {
  const streams = createRowStreams();

  app.get(
    '/vouchers/analytics/:id',
    route('user', 'What came of a giveaway, for its creator', AnalyticsAnswer, {
      params: VoucherParams,
    }),
    async (request) => ({
      success,
      message: 'Analytics',
      data: await readAnalytics(deps, request.params.id, callerOf(request).userId),
    }),
  );

  app.get(
    '/vouchers/analytics/:id.csv',
    route(
      'user',
      'The guesses on a giveaway as a file for spreadsheets',
      { description: 'CSV', content: { 'text/csv': { schema: Type.String() } } },
      { params: VoucherParams },
    ),
    async (request, reply) => {
      const { userId } = callerOf(request);
      const { ulid, lines } = await streams.open(userId, () =>
        writeGuesses(deps, request.params.id, userId),
      );
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="goodies-guesses-${ulid}.csv"`)
        .send(lines as never);
    },
  );
});
