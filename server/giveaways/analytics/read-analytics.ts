import { sql } from 'drizzle-orm';

import { RECENT_GUESSES } from '../../../contract/constants.ts';
import { normaliseRegion, REGIONS } from '../../../contract/region-table.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import type { Deps } from '../../deps.ts';
import type { Analytics, VoucherAnalytics } from '../../../contract/analytics.ts';
import { areGuessesJudged, findForAnalytics } from './own-analytics.ts';
import { presentVoucher } from '../../vouchers/present-voucher.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';

/** What the guesses of a voucher add up to. */
interface Counts {
  readonly total: number;
  readonly participants: number;
  readonly devices: number;
  readonly networks: number;
  readonly correct: number;
  readonly days: readonly { readonly date: string; readonly count: number }[];
  readonly recent: readonly {
    readonly username: string;
    readonly avatar: string | null;
    readonly is_correct: boolean;
    readonly created_at: string;
  }[];
}

/**
 * A giveaway with what came of it, for its creator, in two statements.
 * @throws AppError as `findForAnalytics`
 */
export async function readAnalytics(
  deps: Pick<Deps, 'db' | 'config' | 'covers' | 'secrets'>,
  ref: string,
  userId: number,
): Promise<VoucherAnalytics> {
  const found = await findForAnalytics(deps.db, ref, userId);
  const { timezone } = REGIONS[normaliseRegion(found.voucher.region)];
  const counts = await countGuesses(deps.db, found.voucher.id, timezone);
  return {
    ...presentVoucher(deps, found, userId),
    analytics: analyticsOf(found.voucher, counts, timezone),
  };
}

async function countGuesses(db: Db, voucherId: number, timezone: string): Promise<Counts> {
  const [counts] = await queryRows<Counts>(
    db,
    sql`
    with mine as (select * from guesses where voucher_id = ${voucherId}),
    days as (
      select to_char(created_at at time zone ${timezone}, 'YYYY-MM-DD') as date, count(*)::int as count
      from mine group by 1
    ), recent as (
      select mine.number, users.username, users.avatar, mine.is_correct, mine.created_at
      from mine join users on users.id = mine.user_id order by mine.number desc limit ${RECENT_GUESSES}
    )
    select count(*)::int as total, count(distinct user_id)::int as participants,
      count(distinct device_hash)::int as devices, count(distinct network_hash)::int as networks,
      count(*) filter (where is_correct)::int as correct,
      (select coalesce(json_agg(days order by days.date), '[]'::json) from days) as days,
      (select coalesce(json_agg(recent order by recent.number desc), '[]'::json) from recent) as recent
    from mine`,
  );
  if (!counts) throw new Error('a count without a row');
  return counts;
}

function analyticsOf(
  voucher: Voucher,
  { total, participants, devices, networks, correct, days, recent }: Counts,
  timezone: string,
): Analytics {
  const { views, linkClicks, uncountedViews, uncountedClicks, guessDevices, guessNetworks } =
    voucher;
  const isJudged = areGuessesJudged(voucher);
  return {
    total_views: views,
    link_clicks: linkClicks,
    uncounted_views: uncountedViews,
    uncounted_clicks: uncountedClicks,
    total_guesses: total,
    unique_participants: participants,
    // Which they were is forgotten by then.
    unique_devices: guessDevices ?? devices,
    unique_networks: guessNetworks ?? networks,
    correct_guesses: isJudged ? correct : null,
    engagement_rate: oneDecimal(100 * total, views),
    click_through_rate: oneDecimal(100 * linkClicks, views),
    guess_success_rate: isJudged ? oneDecimal(100 * correct, total) : null,
    view_to_guess_ratio: oneDecimal(views, total),
    guesses_by_day: days.map(({ date, count }) => ({ date, count })),
    timezone,
    recent_guesses: recent.map(({ username, avatar, is_correct: isCorrect, created_at: at }) => ({
      user: { username, avatar },
      is_correct: isJudged ? isCorrect : null,
      created_at: new Date(at).toISOString(),
    })),
  };
}

/** A quotient with at most one decimal; 0 when there is nothing to divide by. */
const oneDecimal = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((10 * part) / whole) / 10;
