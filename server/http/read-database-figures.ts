import { sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';

export interface DatabaseFigure {
  readonly name: DatabaseFigureName;
  readonly label: string;
  readonly value: number;
}

export type DatabaseFigureName =
  | 'jobs_due'
  | 'jobs_due_oldest_seconds'
  | 'deliveries_pending'
  | 'deliveries_oldest_seconds'
  | 'payments_taken_back'
  | 'webhooks_parked'
  | 'books_clean'
  | 'books_proof_age_seconds'
  | 'database_replay_lag_seconds';

/** Only a database user in `pg_monitor` sees a standby's lag. */
export const readDatabaseFigures = (db: Db): Promise<DatabaseFigure[]> =>
  queryRows(
    db,
    sql`
    with due as (
      select name as label, count(*) as count, min(start_after) as since
      from jobs.job where state < 'active' and start_after <= now() group by 1
    ), pending as (
      select label, count(*) as count, min(created_at) as since
      from (
        select 'withdrawal ' || status as label, created_at
        from payouts where status in ('pending', 'processing')
        union all
        select 'purchase ' || status, created_at
        from purchases where status in ('pending', 'processing')
      ) each
      group by 1
    ), reversal as (
      select count(*) as count from webhook_events
      where received_at > now() - interval '1 hour' and outcome = 'taken back'
    ), parked as (
      select gateway as label, count(*) as count from webhook_events
      where handled_at is null and received_at <= now() - interval '1 hour' group by 1
    ), proof as (
      select is_clean, proved_at from book_proofs order by proved_at desc, id desc limit 1
    )
    select name, label, value::float8 as value from (
      select 'jobs_due' as name, label, count::numeric as value from due
      union all select 'jobs_due_oldest_seconds', label, extract(epoch from now() - since) from due
      union all select 'deliveries_pending', label, count from pending
      union all select 'deliveries_oldest_seconds', label, extract(epoch from now() - since) from pending
      union all select 'payments_taken_back', '', count from reversal
      union all select 'webhooks_parked', label, count from parked
      union all select 'books_clean', '', is_clean::int from proof
      union all select 'books_proof_age_seconds', '', extract(epoch from now() - proved_at) from proof
      union all
      select 'database_replay_lag_seconds', coalesce(application_name, ''),
        coalesce(extract(epoch from replay_lag), 0)
      from pg_stat_replication where state is not null
    ) figures`,
  );
