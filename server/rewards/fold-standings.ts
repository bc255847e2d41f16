import { sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';

/** Changes that are added up in one transaction. */
const BATCH = 10_000;

/**
 * Adds what has changed to how many people have how many coins. Changes that another node is at are left to it,
 * and a reader sees each change once, before or after.
 */
export async function foldStandings(db: Db): Promise<void> {
  let taken: number;
  do {
    const [folded] = await queryRows<{ n: number }>(
      db,
      sql`
      with due as (
        select id from coin_standing_changes order by id limit ${BATCH} for update skip locked
      ), taken as (
        delete from coin_standing_changes where id in (select id from due)
        returning board, region, points, people
      ), folded as (
        insert into coin_standings as standing (board, region, points, people)
        select board, region, points, sum(people) from taken group by 1, 2, 3
        having sum(people) <> 0 order by 1, 2, 3
        on conflict (board, region, points) do update set people = standing.people + excluded.people
      )
      select count(*)::int as n from taken`,
    );
    taken = folded?.n ?? 0;
  } while (taken === BATCH);
}
