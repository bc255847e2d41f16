import { sql } from 'drizzle-orm';

import { LIST_TOTAL_MAX, TRANSACTION_PAGE_SIZE } from '../../contract/constants.ts';
import type {
  StatementQuery,
  TransactionsAnswer,
  TransactionsQuery,
} from '../../contract/wallet.ts';
import type { Db } from '../db/database.ts';
import { prepareRows, type PreparedRows } from '../db/query-rows.ts';
import { totalsOf } from '../lib/pages.ts';
import { assertDates, filtersOf, findLines, isDated, readTimezone, spanOf } from './find-lines.ts';
import {
  linesOf,
  NEWEST_FIRST,
  OF_PAGE,
  presentLine,
  type StatementLine,
} from './read-statement.ts';

/** An empty page has only the total. */
type Row = { readonly counted: number } & (StatementLine | { readonly id: null });

interface Values extends Readonly<Record<string, unknown>> {
  readonly userId: number;
  readonly rows: number;
  readonly first: number;
  /** The last row of the page. */
  readonly upTo: number;
}

/** One prepared statement for each combination of filters. */
const statements = new Map<string, PreparedRows<Values, Row>>();

function statementFor(query: StatementQuery): PreparedRows<Values, Row> {
  const name = `transactions ${query.type} ${query.status} ${isDated(query)}`;
  const known = statements.get(name);
  if (known) return known;
  const place = (of: string) => sql.placeholder(of);
  const span = { start: place('start'), end: place('end') };
  const filters = filtersOf(query, isDated(query) ? span : undefined);
  const userId = sql`${place('userId')}::int`;
  const rows = sql`${place('rows')}::bigint`;
  const statement = prepareRows<Values, Row>(
    name,
    sql`
    with page as (
      select source, id from (${findLines(userId, filters, place('upTo'))}) found
      order by created_at desc, id desc, source desc limit ${rows} offset ${place('first')}::bigint
    ),
    lines as (${linesOf(userId, OF_PAGE)})
    select total.counted, lines.*
    from (
      select count(*)::int as counted from (
        select from (${findLines(userId, filters, LIST_TOTAL_MAX + 1)}) found limit ${LIST_TOTAL_MAX + 1}
      ) counted
    ) total
    left join lines on true
    order by ${NEWEST_FIRST}`,
  );
  statements.set(name, statement);
  return statement;
}

export async function listTransactions(
  db: Db,
  userId: number,
  query: TransactionsQuery,
): Promise<TransactionsAnswer> {
  const { page = 1, per_page: perPage = TRANSACTION_PAGE_SIZE, ...asked } = query;
  assertDates(asked);
  const span = isDated(asked) && spanOf(asked, await readTimezone(db, userId, asked));
  const first = (page - 1) * perPage;
  // One more than shown tells whether there is another page.
  const rowsMax = perPage + 1;
  const rows = await statementFor(asked)(db, {
    userId,
    rows: rowsMax,
    first,
    upTo: first + rowsMax,
    ...span,
  });
  const lines = rows.filter((row) => row.id !== null);
  const { total, lastPage, hasMore } = totalsOf(
    { page, perPage },
    rows[0]?.counted ?? 0,
    lines.length,
  );
  return {
    success: true,
    data: lines.slice(0, perPage).map(presentLine),
    has_more: hasMore,
    current_page: page,
    total_pages: lastPage,
    total_count: total,
  };
}
