import { DAY_MS } from '../../../contract/durations.ts';
import { majorToMinor } from '../../../contract/money.ts';
import type { Voucher } from '../../../contract/vouchers.ts';
import { worthOf } from '../../../contract/vouchers/worth.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import type { VoucherRow } from '../../../local/rows.ts';
import { isAwaited } from '../../shared/vouchers/voucher-reveal.ts';
import type { ViewerRates } from '../../shared/rates/viewer-rates.ts';
import type { HomeFilters } from './home-filters.ts';

export interface SavedBase {
  readonly viewer: ViewerRates;
  /** ms since the epoch */
  readonly nowMs: number;
}

/** When it is over at the latest, ms since the epoch: its draw or its deadline; never without either. */
const endOf = ({ final_reveal_time: draw, expires_at: deadline }: Voucher): number =>
  Math.min(...[draw, deadline].map((at) => (at === null ? Infinity : Date.parse(at))));

/** Below every share of a way: no digit opens later than in a year. */
const NONE_OPENS = -1_000_000_000;
/** Below those, too. */
const NOT_STARTED = -10_000_000_000_000;

/**
 * How much of the way to its next digit it has come, 0 to 1. The way of one that opens by time is its last day, and
 * its share negative before; what opens none any more before its end is below all of them, and
 * what has not started below that, the next start first.
 */
export function nearlyOpen(voucher: Voucher, nowMs: number): number {
  const { remaining_time: opensAtMs, views } = voucher;
  if (isAwaited(voucher, nowMs)) return NOT_STARTED - Date.parse(voucher.starts_at ?? '');
  if (opensAtMs !== null)
    return opensAtMs > nowMs ? 1 - (opensAtMs - nowMs) / DAY_MS : NONE_OPENS - opensAtMs;
  const thresholds = [voucher.first_reveal_views, voucher.second_reveal_views];
  const next = thresholds.find((threshold) => threshold !== null && threshold > views);
  return next ? views / next : NONE_OPENS - 1;
}

const worthNow = ({ amount, currency }: Voucher, { viewer }: SavedBase): bigint =>
  worthOf(majorToMinor(amount) ?? 0n, currency, viewer.rates);

type SortKey = (voucher: Voucher, base: SavedBase) => number | bigint;

const SORT_KEYS: Readonly<Record<NonNullable<HomeFilters['sort_by']>, SortKey>> = {
  amount: worthNow,
  views: ({ views }) => views,
  created_at: (voucher) => Date.parse(voucher.created_at),
  ending_soon: (voucher) => -endOf(voucher),
  nearly_open: (voucher, { nowMs }) => nearlyOpen(voucher, nowMs),
};

/** Whether a prize lies within the bounds: in their own currency as it is, else by what it is worth. */
function isWorthIt(voucher: Voucher, filters: HomeFilters, base: SavedBase): boolean {
  const { min_amount: min, max_amount: max, amount_currency: of, currency } = filters;
  const unit = of ?? currency ?? base.viewer.currency;
  const isOwn = voucher.currency === unit;
  const worth = isOwn ? (majorToMinor(voucher.amount) ?? 0n) : worthNow(voucher, base);
  const boundOf = (major: number): bigint => {
    const minor = majorToMinor(major) ?? 0n;
    return isOwn ? minor : worthOf(minor, unit, base.viewer.rates);
  };
  return (
    (min === undefined || worth >= boundOf(min)) && (max === undefined || worth <= boundOf(max))
  );
}

const compare = (one: number | bigint, other: number | bigint): number =>
  one === other ? 0 : one < other ? -1 : 1;

interface Keyed<Row> {
  readonly voucher: Row;
  readonly key: number | bigint;
}

export function pickSaved<Row extends Voucher>(
  vouchers: readonly Row[],
  filters: HomeFilters,
  base: SavedBase,
): Keyed<Row>[] {
  const {
    type,
    currency,
    not_currency: other,
    reveal_method: method,
    sort_by: sortBy = 'amount',
  } = filters;
  // Also with the @ that names are shown with, as the server takes it.
  const name = (filters.creator_name ?? '').replace(/^@/, '').toLowerCase();
  const fits = (voucher: Voucher): boolean =>
    voucher.purpose === 'giveaway' &&
    voucher.status === 'active' &&
    endOf(voucher) > base.nowMs &&
    !voucher.is_private &&
    (type === undefined || voucher.type === type) &&
    voucher.creator.toLowerCase().includes(name) &&
    (currency === undefined || voucher.currency === currency) &&
    voucher.currency !== other &&
    (method === undefined || voucher.reveal_method === method) &&
    isWorthIt(voucher, filters, base);
  const keyOf = SORT_KEYS[sortBy];
  return vouchers.filter(fits).map((voucher) => ({ voucher, key: keyOf(voucher, base) }));
}

export function sortSaved<Row extends Voucher>(
  picked: readonly Keyed<Row>[],
  { sort_by: sortBy, sort_order: sortOrder }: HomeFilters,
): Row[] {
  const sign = sortOrder === 'asc' ? 1 : -1;
  // What ends first has the least time left, so the server sorts equal ones the other way round.
  const ageSign = sortBy === 'ending_soon' ? -sign : sign;
  return [...picked]
    .sort(
      (one, other) =>
        sign * compare(one.key, other.key) || ageSign * (one.voucher.id - other.voucher.id),
    )
    .map(({ voucher }) => voucher);
}

/** Read at once: more would hold up a cheap phone's page. */
const BATCH_ROWS = 50;

export async function readSaved(
  db: GoodiesDatabase,
  filters: HomeFilters,
  base: SavedBase,
  rowsMax: number,
): Promise<VoucherRow[]> {
  const picked: Keyed<VoucherRow>[] = [];
  let last = '';
  let count = BATCH_ROWS;
  while (count === BATCH_ROWS) {
    const rows = await db.vouchers.where('ulid').above(last).limit(BATCH_ROWS).toArray();
    picked.push(...pickSaved(rows, filters, base));
    last = rows.at(-1)?.ulid ?? last;
    count = rows.length;
  }
  return sortSaved(picked, filters).slice(0, rowsMax);
}
