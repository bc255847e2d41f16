import { sql, type SQL } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { users } from '../db/schema/accounts.ts';
import { vouchers, endOf, isListed, progressOf } from '../db/schema/vouchers.ts';
import { CURRENCIES, majorToMinor, type Currency } from '../../contract/money.ts';
import { type VoucherListQuery, REVEAL_METHODS, VOUCHER_TYPES } from '../../contract/vouchers.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { worthOf } from '../../contract/vouchers/worth.ts';
import { getUser } from '../accounts/users.ts';
import type { Deps } from '../deps.ts';
import { errorOfField } from '../http/app-error.ts';
import { perCurrency, type RateTable } from '../regions/rates.ts';
import { LIST_TOTAL_MAX } from '../../contract/constants.ts';
import { DAY_MS } from '../../contract/durations.ts';

/** With more creators, a scan of the list finds some of them soon. */
const CREATORS_MAX = 300;
/** A sample of this size shows whether many names contain the text. */
const NAMES_LOOKED_AT = 1_000;
/** These are the sizes of the letter groups in the index of names. */
const GRAM_MAX = 3;
const GRAM_MIN = 2;

interface Creators {
  /** Undefined for too many creators. */
  readonly ids: readonly number[] | undefined;
  readonly where: SQL;
}

const patternOf = (part: string): string => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

function gramsOf(part: string): SQL {
  const letters = Array.from(part);
  const size = Math.min(letters.length, GRAM_MAX);
  const grams = letters
    .slice(size - 1)
    .map((_, start) => sql`${letters.slice(start, start + size).join('')}`);
  return sql`array[${sql.join(grams, sql`, `)}]::text[]`;
}

export async function findCreators(
  db: Db,
  name: string | undefined,
): Promise<Creators | undefined> {
  const part = name?.trim().replace(/^@/, '').toLowerCase();
  if (part === undefined || part === '') return undefined;
  const ids = Array.from(part).length < GRAM_MIN ? undefined : await findFew(db, part);
  return ids === undefined
    ? {
        ids,
        where: sql`exists (select from ${users} where ${users.id} = ${vouchers.creatorId} and ${users.username} like ${patternOf(part)})`,
      }
    : { ids, where: sql`${vouchers.creatorId} = any(${arrayOf(ids)})` };
}

/** All ids are one parameter. */
const arrayOf = (ids: readonly number[]): SQL => sql`${`{${ids.join(',')}}`}::int[]`;

async function findFew(db: Db, part: string): Promise<readonly number[] | undefined> {
  const hasPart = sql`${users.username} like ${patternOf(part)}`;
  // The sample is ten times cheaper than looking up the letter groups of 300 names.
  const rows = await queryRows<{ id: number | null }>(db)`with known as materialized (
      select count(*) > ${CREATORS_MAX} as are_many
      from (select ${users.username} from ${users} limit ${NAMES_LOOKED_AT}) ${users} where ${hasPart}
    )
    select null as id from known where are_many
    union all (
      select ${users.id} from ${users} where not (select are_many from known)
        and name_grams(${users.username}) @> ${gramsOf(part)} and ${hasPart}
      limit ${CREATORS_MAX + 1}
    )`;
  const ids = rows.flatMap(({ id }) => id ?? []);
  return ids.length < rows.length || ids.length > CREATORS_MAX ? undefined : ids;
}

type Bounds = Readonly<
  Record<Currency, { readonly leastMinor: bigint; readonly mostMinor: bigint }>
>;

const AMOUNT_MAX = 2n ** 63n - 1n;
/** Rates have eight significant digits, so each is an integer after this many decimals. */
const RATE_DECIMALS = 12;
const RATE_SCALE = 10n ** BigInt(RATE_DECIMALS);

/** The bound's own currency is not converted, so that rounding excludes no equal amount. */
export async function readBounds(
  deps: Pick<Deps, 'db'>,
  query: VoucherListQuery,
  callerId: number,
  rates: RateTable,
): Promise<Bounds | undefined> {
  const { min_amount: min, max_amount: max } = query;
  if (min === undefined && max === undefined) return undefined;
  const leastMinor = minorOf('min_amount', min) ?? 0n;
  const mostMinor = minorOf('max_amount', max);
  const own = query.amount_currency ?? query.currency ?? (await homeCurrencyOf(deps, callerId));
  const valueOf = (amountMinor: bigint): bigint => worthOf(amountMinor, own, rates) * RATE_SCALE;
  const boundsOf = (currency: Currency): Bounds[Currency] => {
    if (currency === own) return { leastMinor, mostMinor: mostMinor ?? AMOUNT_MAX };
    const rate = BigInt(Math.round(rates[currency].NGN * 10 ** RATE_DECIMALS));
    const least = (valueOf(leastMinor) + rate - 1n) / rate;
    const most = mostMinor === undefined ? AMOUNT_MAX : valueOf(mostMinor) / rate;
    return { leastMinor: atMost(least), mostMinor: atMost(most) };
  };
  return perCurrency(boundsOf);
}

const atMost = (amountMinor: bigint): bigint =>
  amountMinor > AMOUNT_MAX ? AMOUNT_MAX : amountMinor;

async function homeCurrencyOf(deps: Pick<Deps, 'db'>, userId: number): Promise<Currency> {
  const { region } = await getUser(deps.db, userId);
  return REGIONS[normaliseRegion(region)].currency;
}

function minorOf(field: string, major: number | undefined): bigint | undefined {
  if (major === undefined) return undefined;
  const minor = majorToMinor(major);
  if (minor === undefined) throw errorOfField(field, 'amount_invalid');
  return minor;
}

interface ListFilters {
  readonly query: VoucherListQuery;
  readonly creators: Creators | undefined;
  readonly bounds: Bounds | undefined;
  readonly rates: RateTable | undefined;
  readonly now: Date;
}

interface Walk {
  readonly where: SQL;
  /** It must equal the order of an index. */
  readonly by: SQL;
}

interface Order {
  readonly key: SQL;
  readonly direction: SQL;
  /** Scans along an index, which together list all. */
  readonly walks: readonly Walk[];
}

const ASCENDING = sql.raw('asc');
const DESCENDING = sql.raw('desc');
/** Giveaways that open no more digits sort last, because no digit opens later than in a year. */
const BEHIND_ALL = -1_000_000_000;
/** What has not started sorts behind those, the next start first. */
const NOT_STARTED = -10_000_000_000_000;

const all = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` and `);

export const directionOf = ({
  sort_by: sortBy,
  sort_order: sortOrder = 'desc',
}: VoucherListQuery): SQL => {
  // `ending_soon` is descending when the least time is left.
  const isAscending = (sortOrder === 'asc') !== (sortBy === 'ending_soon');
  return isAscending ? ASCENDING : DESCENDING;
};

/** Progress to the next digit is 0 to 1; by time it counts the last day and is negative before. */
function progressOrder({ query, now }: ListFilters): Order {
  const progress = progressOf(vouchers);
  const nowKey = sql`${-now.getTime()}::float8`;
  const { startsAt } = vouchers;
  const isAwaited = sql`${startsAt} > ${now.toISOString()}::timestamptz`;
  const hasStarted = sql`(${startsAt} is null or ${startsAt} <= ${now.toISOString()}::timestamptz)`;
  const byTime = sql`${progress} < ${nowKey}`;
  const byViews = sql`${progress} >= 0`;
  // The planner estimates a range of an expression too low and would sort; a row comparison avoids it.
  const opensNone = sql`${progress} >= ${nowKey} and (${progress}, ${vouchers.id}) < (0, 0)`;
  const method = query.reveal_method;
  const direction = directionOf(query);
  const started = [
    ...(method === undefined || method === 'time' ? [byTime] : []),
    ...(method === undefined || method === 'views' ? [byViews] : []),
    opensNone,
  ].map((where) => ({ where: sql`${where} and ${hasStarted}`, by: sql`${progress} ${direction}` }));
  return {
    key: sql`case
      when ${isAwaited} then ${NOT_STARTED}::float8 - 1000 * extract(epoch from ${startsAt})::float8
      when ${progress} >= 0 then ${progress}
      when ${progress} < ${nowKey} then 1 + (${progress} - ${nowKey}) / ${DAY_MS}::float8
      else ${progress} + ${BEHIND_ALL}::float8 end`,
    direction,
    walks: [...started, { where: isAwaited, by: sql`${startsAt} ${against(direction)}` }],
  };
}

const against = (direction: SQL): SQL => (direction === ASCENDING ? DESCENDING : ASCENDING);

function orderOf(filters: ListFilters): Order {
  const { sort_by: sortBy = 'amount' } = filters.query;
  if (sortBy === 'nearly_open') return progressOrder(filters);
  const indexed = {
    amount: sql`${vouchers.amount}`,
    created_at: sql`${vouchers.createdAt}`,
    views: sql`${vouchers.views}`,
    ending_soon: endOf(vouchers),
  }[sortBy];
  const key = sortBy === 'amount' ? sql`${vouchers.amount} * kind.rate` : indexed;
  const direction = directionOf(filters.query);
  return { key, direction, walks: [{ where: sql`true`, by: sql`${indexed} ${direction}` }] };
}

function kindsOf({ query, bounds, rates }: ListFilters): SQL {
  const { type, currency, not_currency: other, reveal_method: method } = query;
  const currencies = CURRENCIES.filter((one) => one !== other && (currency ?? one) === one);
  const kinds = (type ? [type] : VOUCHER_TYPES).flatMap((oneType) =>
    currencies.flatMap((oneCurrency) =>
      (method ? [method] : REVEAL_METHODS).map((oneMethod) => {
        const { leastMinor, mostMinor } = bounds?.[oneCurrency] ?? {};
        return {
          type: oneType,
          currency: oneCurrency,
          reveal_method: oneMethod,
          rate: rates?.[oneCurrency].NGN,
          least: leastMinor?.toString(),
          most: mostMinor?.toString(),
        };
      }),
    ),
  );
  // One parameter, because a statement of 150 takes longer to write and to bind than to run.
  return sql`json_to_recordset(${JSON.stringify(kinds)}::json)
    kind (type text, currency text, reveal_method text, rate numeric, least bigint, most bigint)`;
}

/** The index of amounts can seek these conditions. */
function isOfKind({ bounds, creators }: ListFilters): SQL {
  return all([
    isListed(vouchers),
    sql`${vouchers.type} = kind.type and ${vouchers.currency} = kind.currency and ${vouchers.revealMethod} = kind.reveal_method`,
    ...(bounds ? [sql`${vouchers.amount} between kind.least and kind.most`] : []),
    ...(creators ? [creators.where] : []),
  ]);
}

/** The same conditions, for a scan of another index. */
function isOfAnyKind({ query, bounds, creators }: ListFilters): SQL {
  const { type, currency, not_currency: other, reveal_method: method } = query;
  const boundOf = (side: 'leastMinor' | 'mostMinor', of: Bounds): SQL =>
    sql`case ${vouchers.currency} ${sql.join(
      CURRENCIES.map((one) => sql`when ${one} then ${of[one][side]}::bigint`),
      sql` `,
    )} end`;
  return all([
    isListed(vouchers),
    ...(type ? [sql`${vouchers.type} = ${type}`] : []),
    ...(currency ? [sql`${vouchers.currency} = ${currency}`] : []),
    ...(other ? [sql`${vouchers.currency} <> ${other}`] : []),
    ...(method ? [sql`${vouchers.revealMethod} = ${method}`] : []),
    ...(bounds
      ? [
          sql`${vouchers.amount} between ${boundOf('leastMinor', bounds)} and ${boundOf('mostMinor', bounds)}`,
        ]
      : []),
    ...(creators ? [creators.where] : []),
  ]);
}

/** The limit of each kind makes the planner choose the index. */
function byKind(filters: ListFilters, key: SQL, direction: SQL, rows: number): SQL {
  if (filters.creators?.ids !== undefined)
    return sql`select ${vouchers.id}, ${key} as key from ${vouchers} join ${kindsOf(filters)}
      on ${isOfKind(filters)}`;
  return sql`select found.id, found.key from ${kindsOf(filters)} cross join lateral (
    select ${vouchers.id}, ${key} as key from ${vouchers} where ${isOfKind(filters)}
    order by ${vouchers.amount} ${direction}, ${vouchers.id} ${direction} limit ${rows}) found`;
}

/** Counted up to one above `LIST_TOTAL_MAX`. */
export const totalQuery = (filters: ListFilters): SQL =>
  sql`select count(*)::int as total from (
    select from (${byKind(filters, sql`null`, ASCENDING, LIST_TOTAL_MAX + 1)}) found limit ${LIST_TOTAL_MAX + 1}
  ) counted`;

/** Few giveaways are read by kind and sorted; many are soon found in the order's index. */
export function pageQuery(
  filters: ListFilters,
  { first, rows, total }: Readonly<Record<'first' | 'rows' | 'total', number>>,
): SQL {
  const { key, direction, walks } = orderOf(filters);
  const last = first + rows;
  const { type, currency, not_currency: other, reveal_method: method } = filters.query;
  const isFiltered = [type, currency, other, method, filters.bounds, filters.creators].some(
    (filter) => filter !== undefined,
  );
  const along = walks.map(
    ({ where, by }) => sql`(select ${vouchers.id}, ${key} as key from ${vouchers}
      where ${isOfAnyKind(filters)} and ${where}
      order by ${by}, ${vouchers.id} ${direction} limit ${last})`,
  );
  const isByAmount = (filters.query.sort_by ?? 'amount') === 'amount';
  const isFew = isFiltered && total <= LIST_TOTAL_MAX;
  const found = isByAmount
    ? byKind(filters, key, direction, last)
    : isFew
      ? byKind(filters, key, direction, LIST_TOTAL_MAX)
      : sql.join(along, sql` union all `);
  return sql`select id, key from (${found}) found
    order by key ${direction}, id ${direction} limit ${rows} offset ${first}`;
}
