import { sql } from 'drizzle-orm';

import { UNREAD_MAX } from '../../contract/constants.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';

/** How many listed notifications of a user are unread, as far as a badge says it: one past the most stands for more. */
export async function countUnread(db: Db, userId: number): Promise<number> {
  const [row] = await queryRows<{ unread: number }>(
    db,
    sql`select count(*)::int as unread from (
      select 1 from notifications where user_id = ${userId} and is_listed and read_at is null
      limit ${UNREAD_MAX + 1}) listed`,
  );
  return row?.unread ?? 0;
}
