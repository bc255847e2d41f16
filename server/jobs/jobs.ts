import { setTimeout as pause } from 'node:timers/promises';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { sql, type SQL } from 'drizzle-orm';
import PgBoss from 'pg-boss';

import { DAY_MS, SECOND_MS } from '../../contract/durations.ts';
import { isDatabaseAway } from '../db/database-faults.ts';
import type { Database, Db } from '../db/database.ts';
import { within } from '../lib/within.ts';
import { describeError } from '../log.ts';
import { createPatientSql } from './patient-sql.ts';

/** Nightly jobs each choose their own minute instead, so that they do not run all at once. */
export const EVERY_MINUTE = '* * * * *';
export const EVERY_TEN_MINUTES = '*/10 * * * *';

/** A job runs at least once, so every handler must be safe to run twice. */
export interface Jobs {
  /** Call it before `open`; `cron` runs the handler once for all nodes. */
  handle(queue: string, handler: Handler, cron?: string): void;
  /** Call it before `start`: each node works again a second after it ended, and once more as the node stops. */
  keep(queue: string, work: Work): void;
  /** Logs and counts a failed try of work that goes on. */
  readonly fail: (queue: string, error: unknown, job?: number) => void;
  /** Ends a queue that nodes of the version before still send to. */
  retire(queue: string): void;
  /** The job exists only if `tx` commits; higher `priority` runs first, and the default is 0. */
  send(tx: Db, queue: string, data: object, options?: SendOptions): Promise<void>;
  listWaiting(queue: string): Promise<unknown[]>;
  isWaiting(tx: Db, queue: string, data: object): Promise<boolean>;
  failures(): ReadonlyMap<string, number>;
  listFailed(): Promise<FailedJob[]>;
  retry(tx: Db, jobId: string): Promise<string | undefined>;
  open(): Promise<void>;
  start(): Promise<void>;
  /** Running work gets ten seconds, then unfinished jobs are given back to the queue. */
  stop(): Promise<void>;
}

/** @param stopping aborted when this node stops */
export type Handler = (
  data: unknown,
  request: string | undefined,
  stopping: AbortSignal,
) => Promise<void>;

type Work = (stopping: AbortSignal) => Promise<void>;

export interface FailedJob {
  readonly id: string;
  readonly queue: string;
  readonly failedAt: Date;
  readonly leftOut: number;
}

/** The pause after failure n is `delaySeconds` × 2^(n - 1), or up to twice that. */
interface Retry {
  readonly limit: number;
  readonly delaySeconds: number;
}

interface SendOptions {
  readonly startAfter?: Date;
  readonly priority?: number;
  readonly request?: string;
  readonly retry?: Retry;
}

const RETRY: Retry = { limit: 8, delaySeconds: 2 };
const EXPIRE_SECONDS = 120;
const RETENTION_DAYS = 7;
const FAILED_KEEP_SECONDS = ((RETENTION_DAYS - 2) * DAY_MS) / SECOND_MS;
const POLL_SECONDS = { sent: 1, scheduled: 5 };
const STOP_MS = 10 * SECOND_MS;
const KEEP_PAUSE_MS = SECOND_MS;
const AWAY = 'the job runner waits for the database';
const QUEUES_LOCK = 7_064_228;

export interface JobsLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

export function createJobs(database: Database, log: JobsLog): Jobs {
  const handlers = new Map<string, Handler>();
  const schedules = new Map<string, string>();
  const retired: string[] = [];
  const onAway = (error: unknown): void => log.error({ err: error }, AWAY);
  const patient = createPatientSql(database.executeSql, onAway);
  const boss = new PgBoss({
    db: { executeSql: patient.executeSql },
    schema: 'jobs',
    retentionDays: RETENTION_DAYS,
    archiveFailedAfterSeconds: FAILED_KEEP_SECONDS,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job runner failed'));
  const workers = createWorkers(boss, log);
  const { failures, fail, keep } = workers;
  let isOpen = false;

  const open = async (): Promise<void> => {
    if (isOpen) return;
    // Each queue is a table, and two nodes that create them at once would deadlock.
    await database.unhurried(async (db) => {
      await db.execute(sql`select pg_advisory_lock(${QUEUES_LOCK})`);
      await boss.start();
      isOpen = true;
      for (const queue of [...handlers.keys(), ...retired]) await boss.createQueue(queue);
    });
  };

  return {
    handle(queue, handler, cron) {
      handlers.set(queue, counting(failures, queue, handler));
      if (cron !== undefined) schedules.set(queue, cron);
    },
    keep,
    fail,
    retire: (queue) => void retired.push(queue),
    async send(tx, queue, data, { request, ...options } = {}) {
      const sent = request === undefined ? data : { ...data, request };
      await boss.send(queue, sent, { db: inside(tx), ...limitsOf(options) });
    },
    listWaiting: (queue) => listWaiting(database, queue),
    isWaiting,
    failures: () => failures,
    listFailed: () => listFailed(database),
    retry: (tx, jobId) => retryJob(boss, handlers.keys(), tx, jobId),
    open,
    async start() {
      await open();
      for (const [queue, cron] of schedules) await boss.schedule(queue, cron);
      for (const queue of retired) await workers.retire(queue);
      for (const [queue, handler] of handlers)
        await workers.add(
          queue,
          handler,
          POLL_SECONDS[schedules.has(queue) ? 'scheduled' : 'sent'],
        );
      workers.begin();
    },
    async stop() {
      workers.stop();
      patient.stop();
      const kept = within(workers.ended(), STOP_MS);
      if (isOpen) await boss.stop({ graceful: true, wait: true, timeout: STOP_MS });
      await kept;
      await patient.close();
    },
  };
}

function counting(failures: Map<string, number>, queue: string, handler: Handler): Handler {
  failures.set(queue, 0);
  return async (...job) => {
    try {
      await handler(...job);
    } catch (error) {
      failures.set(queue, (failures.get(queue) ?? 0) + 1);
      throw error;
    }
  };
}

function createWorkers(boss: PgBoss, log: JobsLog) {
  const failures = new Map<string, number>();
  const fail: Jobs['fail'] = (queue, error, job) => {
    log.error({ err: error, queue, job }, 'job failed');
    failures.set(queue, (failures.get(queue) ?? 0) + 1);
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const kept: (readonly [queue: string, work: Work])[] = [];
  let ended: Promise<unknown> = Promise.resolve();
  const run = async (queue: string, work: Work): Promise<void> => {
    for (;;) {
      try {
        await work(signal);
      } catch (error) {
        if (isDatabaseAway(error)) log.error({ err: error }, AWAY);
        else fail(queue, error);
      }
      if (signal.aborted) return;
      await pause(KEEP_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  return {
    failures,
    fail,
    keep: (queue: string, work: Work): void => {
      failures.set(queue, 0);
      kept.push([queue, work]);
    },
    async retire(queue: string): Promise<void> {
      await boss.unschedule(queue);
      await boss.work(queue, async () => undefined);
    },
    begin(): void {
      ended = Promise.all(kept.map(([queue, work]) => run(queue, work)));
    },
    ended: () => ended,
    async add(queue: string, handler: Handler, pollingIntervalSeconds: number): Promise<void> {
      const id: string = await boss.work(queue, { pollingIntervalSeconds }, async (batch) => {
        // More jobs may be due, so the worker looks again at once.
        boss.notifyWorker(id);
        // The runner does not wait for a job fetched while it stops, so another node must run it.
        if (signal.aborted) throw new Error('not begun: this node stops');
        for (const job of batch) await runJob(log, queue, job, handler, signal);
      });
    },
    stop(): void {
      stopping.abort();
    },
  };
}

/** The queue repeats a failed try, but without this log line its cause would be lost. */
async function runJob(
  log: JobsLog,
  queue: string,
  { id, data }: PgBoss.Job<unknown>,
  handler: Handler,
  stopping: AbortSignal,
): Promise<void> {
  const request = requestOf(data);
  try {
    await traced(queue, request, () => handler(data ?? {}, request, stopping));
  } catch (error) {
    log.error({ err: error, queue, job: id, request }, 'job failed');
    throw storable(error);
  }
  if (request !== undefined) log.info({ queue, job: id, request }, 'job done');
}

const tracer = trace.getTracer('goodies.jobs');

/** What a job does is one trace, where traces are taken. @param request that sent it, where it named itself */
const traced = (
  queue: string,
  request: string | undefined,
  work: () => Promise<void>,
): Promise<void> =>
  tracer.startActiveSpan(
    `job ${queue}`,
    { attributes: { 'request.id': request } },
    async (span) => {
      try {
        await work();
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
  );

function requestOf(data: unknown): string | undefined {
  const { request } = (data ?? {}) as { readonly request?: unknown };
  return typeof request === 'string' ? request : undefined;
}

/** Statement parameters must not be stored, and JSON in PostgreSQL rejects NUL and half characters. */
const storable = (error: unknown): Error =>
  new Error(describeError(error).message.replaceAll('\u0000', '').toWellFormed());

const limitsOf = ({ retry = RETRY, priority = 0, startAfter }: Omit<SendOptions, 'request'>) => ({
  priority,
  retryLimit: retry.limit,
  retryDelay: retry.delaySeconds,
  retryBackoff: true,
  expireInSeconds: EXPIRE_SECONDS,
  ...(startAfter ? { startAfter } : {}),
});

const inside = (tx: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) =>
    toRows(await tx.execute(withParameters(text, values))),
});

async function retryJob(
  boss: PgBoss,
  queues: Iterable<string>,
  tx: Db,
  jobId: string,
): Promise<string | undefined> {
  const db = inside(tx);
  for (const queue of queues) {
    const job = await boss.getJobById(queue, jobId, { db, includeArchive: false });
    if (job?.state !== 'failed') continue;
    await boss.retry(queue, jobId, { db });
    return queue;
  }
  return undefined;
}

async function isWaiting(tx: Db, queue: string, data: object): Promise<boolean> {
  const { rows } = await inside(tx).executeSql(
    `select 1 from jobs.job where name = $1 and state in ('created', 'retry', 'active') and data @> $2::jsonb limit 1`,
    [queue, JSON.stringify(data)],
  );
  return rows.length > 0;
}

const FAILED_OF_QUEUE = 20;

async function listFailed(database: Database): Promise<FailedJob[]> {
  const { rows } = await database.executeSql(
    `select id, name, completed_on,
      case when place = ${FAILED_OF_QUEUE} then count - place else 0 end::int as left_out
    from (
      select id, name, completed_on, count(*) over (partition by name) as count,
        row_number() over (partition by name order by completed_on desc, id) as place
      from jobs.job where state = 'failed'
    ) failed
    where place <= ${FAILED_OF_QUEUE} order by name, place`,
    [],
  );
  return rows.map(({ id, name, completed_on: at, left_out: leftOut }) => ({
    id: String(id),
    queue: String(name),
    failedAt: at instanceof Date ? at : new Date(String(at)),
    leftOut: Number(leftOut),
  }));
}

async function listWaiting(database: Database, queue: string): Promise<unknown[]> {
  const { rows } = await database.executeSql(
    `select data from jobs.job where name = $1 and state in ('created', 'retry', 'active') order by created_on`,
    [queue],
  );
  return rows.map(({ data }) => data);
}

function withParameters(text: string, values: readonly unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1] ?? null)}`,
    ),
    sql.raw(''),
  );
}

const toRows = (result: unknown): { rows: Record<string, unknown>[] } => ({
  rows: (result as { rows?: Record<string, unknown>[] }).rows ?? [],
});
