import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';

import { CASE_ANSWER_MS, CASE_DECIDE_MS } from '../../contract/constants.ts';
import { SECOND_MS } from '../../contract/durations.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import type { PoolFigures } from '../db/recovering-pool.ts';
import type { Deps } from '../deps.ts';
import { shareRun } from '../lib/share-run.ts';
import { within } from '../lib/within.ts';

/** A collector waits 10 s, and a slow database must not cost the node's other metrics. */
const TIMEOUT_MS = 2_000;
const SAME = 'the same on all nodes';

const FIGURES = {
  jobs_due: [`Jobs whose time has come and that nobody has begun, ${SAME}`, ['queue']],
  jobs_due_oldest_seconds: [`How long the first of them has waited, ${SAME}`, ['queue']],
  deliveries_pending: [
    `Withdrawals and purchases whose end is not known, ${SAME}`,
    ['kind', 'status'],
  ],
  deliveries_oldest_seconds: [`The age of the oldest of them, ${SAME}`, ['kind', 'status']],
  deliveries_late: [
    `Withdrawals and purchases that were delivered within the hour, after their money went back, ${SAME}`,
    [],
  ],
  payments_taken_back: [
    `Credited payments of which a gateway told within the hour that they are disputed or returned, ${SAME}`,
    [],
  ],
  webhooks_parked: [
    `Webhooks of a gateway that could not be handled for an hour, ${SAME}`,
    ['gateway'],
  ],
  cases_overdue: [`Cases that wait for an answer or a decision beyond their time, ${SAME}`, []],
  books_clean: [`1 where the last proof found the books clean, else 0, ${SAME}`, []],
  books_proof_age_seconds: [`How long ago the books were last proved, ${SAME}`, []],
  settlement_age_seconds: [
    `How long ago the last settlement of a gateway was read, ${SAME}`,
    ['gateway'],
  ],
  settlement_days_different: [
    `Days of the last 30 that were settled with another sum than was credited, ${SAME}`,
    ['gateway'],
  ],
  database_replay_lag_seconds: [`How far a standby is behind, ${SAME}`, ['standby']],
} satisfies Readonly<Record<string, readonly [help: string, labels: string[]]>>;

/** Resolves to undefined after the timeout or an error, and then no figure is reported. */
export const answeredInTime = <T>(work: Promise<T>): Promise<T | undefined> =>
  within(work, TIMEOUT_MS).catch(() => undefined);

export function installDatabaseMetrics(
  { metrics }: FastifyInstance,
  { db, database, jobs }: Pick<Deps, 'db' | 'database' | 'jobs'>,
): void {
  installPoolMetrics(metrics, () => database.poolFigures?.());
  metrics.registerMetric(
    new Counter({
      name: 'jobs_failed_total',
      help: 'Tries of jobs that failed on this node, by queue',
      labelNames: ['kind'],
      registers: [],
      collect() {
        this.reset();
        for (const [kind, count] of jobs.failures()) this.inc({ kind }, count);
      },
    }),
  );

  const ask = shareRun(() => answeredInTime(readDatabaseFigures(db)));
  metrics.registerMetric(
    new Gauge({
      name: 'database_up',
      help: '1 where the database gave this node the figures that all nodes share, within 2 s, else 0',
      registers: [],
      async collect() {
        this.set((await ask()) ? 1 : 0);
      },
    }),
  );
  for (const [name, [help, labelNames]] of Object.entries(FIGURES))
    metrics.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        async collect() {
          const figures = (await ask()) ?? [];
          this.reset();
          // A gauge without labels would report 0 for an unknown figure.
          if (labelNames.length === 0) this.remove();
          for (const { label, value } of figures.filter((figure) => figure.name === name)) {
            const values = labelNames.length > 1 ? label.split(' ') : [label];
            this.set(Object.fromEntries(labelNames.map((of, at) => [of, values[at] ?? ''])), value);
          }
        },
      }),
    );
}

function installPoolMetrics(metrics: Registry, read: () => PoolFigures | undefined): void {
  const each = (label: string, valuesOf: (figures: PoolFigures) => Record<string, number>) => ({
    labelNames: [label],
    registers: [],
    collect(this: Gauge | Counter) {
      const figures = read();
      if (!figures) return;
      this.reset();
      for (const [of, value] of Object.entries(valuesOf(figures))) this.inc({ [label]: of }, value);
    },
  });
  metrics.registerMetric(
    new Gauge({
      name: 'database_connections',
      help: 'Connections of this node to the database',
      ...each('state', ({ inUse, idle }) => ({ in_use: inUse, idle })),
    }),
  );
  metrics.registerMetric(
    new Gauge({
      name: 'database_waiting',
      help: 'Statements of this node that wait for a connection, and transactions that wait for their turn',
      ...each('what', ({ statementsWaiting, transactionsWaiting }) => ({
        statement: statementsWaiting,
        transaction: transactionsWaiting,
      })),
    }),
  );
  metrics.registerMetric(
    new Counter({
      name: 'database_refused_total',
      help: 'Statements and transactions of this node that were not let wait, or not for longer',
      ...each('what', ({ statementsRefused, transactionsRefused }) => ({
        statement: statementsRefused,
        transaction: transactionsRefused,
      })),
    }),
  );
}

interface DatabaseFigure {
  readonly name: keyof typeof FIGURES;
  readonly label: string;
  readonly value: number;
}

/** Only a database user in `pg_monitor` sees a standby's lag. */
const readDatabaseFigures = (db: Db) =>
  queryRows<DatabaseFigure>(db)`
    with due as (
      select name as label, count(*) as count, min(start_after) as since
      from jobs.job where state < 'active' and start_after <= now() group by 1
      union all
      select 'mail-' || priority, count(*), min(due_at) from mails where due_at <= now() group by 1
      union all
      select 'notice-mails-' || priority, count(*), min(mail_due_at)
      from notifications where mail_due_at <= now() group by 1
      union all
      select 'push-' || priority, count(*), min(due_at)
      from push_deliveries where due_at <= now() group by 1
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
    ), late as (
      select count(*) as count from (
        select delivered_late_at from payouts union all select delivered_late_at from purchases
      ) each
      where delivered_late_at > now() - interval '1 hour'
    ), reversal as (
      select count(*) as count from webhook_events
      where received_at > now() - interval '1 hour' and outcome in ('opened', 'lost', 'taken back')
    ), parked as (
      select gateway as label, count(*) as count from webhook_events
      where handled_at is null and received_at <= now() - interval '1 hour' group by 1
    ), overdue as (
      select count(*) as count from cases where status <> 'decided' and (
        waiting_since <= now() - make_interval(secs => ${CASE_ANSWER_MS / SECOND_MS})
        or created_at <= now() - make_interval(secs => ${CASE_DECIDE_MS / SECOND_MS}))
    ), proof as (
      select is_clean, proved_at from book_proofs order by proved_at desc, id desc limit 1
    ), settlement as (
      select gateway as label, max(booked_at) as booked_at from settlements where source = 'api' group by 1
    ), compared as (
      select gateway as label, count(*) filter (where is_different and day >= current_date - 30) as count
      from settlement_days group by 1
    )
    select name, label, value::float8 as value from (
      select 'jobs_due' as name, label, count::numeric as value from due
      union all select 'jobs_due_oldest_seconds', label, extract(epoch from now() - since) from due
      union all select 'deliveries_pending', label, count from pending
      union all select 'deliveries_oldest_seconds', label, extract(epoch from now() - since) from pending
      union all select 'deliveries_late', '', count from late
      union all select 'payments_taken_back', '', count from reversal
      union all select 'webhooks_parked', label, count from parked
      union all select 'cases_overdue', '', count from overdue
      union all select 'books_clean', '', is_clean::int from proof
      union all select 'books_proof_age_seconds', '', extract(epoch from now() - proved_at) from proof
      union all select 'settlement_age_seconds', label, extract(epoch from now() - booked_at) from settlement
      union all select 'settlement_days_different', label, count from compared
      union all
      select 'database_replay_lag_seconds', coalesce(application_name, ''),
        coalesce(extract(epoch from replay_lag), 0)
      from pg_stat_replication where state is not null
    ) figures`;
