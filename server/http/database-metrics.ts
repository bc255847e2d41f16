import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';

import type { PoolFigures } from '../db/recovering-pool.ts';
import type { Deps } from '../deps.ts';
import { within } from '../lib/within.ts';
import {
  type DatabaseFigure,
  type DatabaseFigureName,
  readDatabaseFigures,
} from './read-database-figures.ts';

/** A collector waits 10 s, and a slow database must not cost the node's other metrics. */
const TIMEOUT_MS = 2_000;
const SAME = 'the same on all nodes';

const FIGURES: Readonly<Record<DatabaseFigureName, readonly [help: string, labels: string[]]>> = {
  jobs_due: [`Jobs whose time has come and that nobody has begun, ${SAME}`, ['queue']],
  jobs_due_oldest_seconds: [`How long the first of them has waited, ${SAME}`, ['queue']],
  deliveries_pending: [
    `Withdrawals and purchases whose end is not known, ${SAME}`,
    ['kind', 'status'],
  ],
  deliveries_oldest_seconds: [`The age of the oldest of them, ${SAME}`, ['kind', 'status']],
  payments_taken_back: [
    `Credited payments of which a gateway told within the hour that they are disputed or returned, ${SAME}`,
    [],
  ],
  webhooks_parked: [
    `Webhooks of a gateway that could not be handled for an hour, ${SAME}`,
    ['gateway'],
  ],
  books_clean: [`1 where the last proof found the books clean, else 0, ${SAME}`, []],
  books_proof_age_seconds: [`How long ago the books were last proved, ${SAME}`, []],
  database_replay_lag_seconds: [`How far a standby is behind, ${SAME}`, ['standby']],
};

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

  let asking: Promise<readonly DatabaseFigure[] | undefined> | undefined;
  const ask = (): Promise<readonly DatabaseFigure[] | undefined> => {
    asking ??= answeredInTime(readDatabaseFigures(db)).finally(() => {
      asking = undefined;
    });
    return asking;
  };
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
