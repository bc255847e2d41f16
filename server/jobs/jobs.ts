import { sql, type SQL } from 'drizzle-orm';
import PgBoss from 'pg-boss';

import { DAY_MS, SECOND_MS } from '../../contract/durations.ts';
import type { Database, Db } from '../db/database.ts';
import { describeError } from '../log.ts';
import { createPatientSql } from './patient-sql.ts';

/**
 * Work that is done later, at least once: rows in the database that any node claims with
 * FOR UPDATE SKIP LOCKED. Every handler must be safe to run twice.
 */
export interface Jobs {
  /**
   * Says who does the work of a queue. Before `open`.
   * @param cron when the handler runs without being sent for, once over all nodes
   */
  handle(queue: string, handler: Handler, cron?: string): void;
  /**
   * Puts a job into a queue, inside the caller's transaction: it exists only if that commits.
   * @param options.startAfter not before this moment
   * @param options.priority the highest is done first, whatever waited longer; 0 unless given
   * @param options.request the number of the request that asked for it; the job's lines in the log have it
   * @param options.retry how often, and after what pause, it is tried again when it fails; a few minutes long
   * unless given
   */
  send(tx: Db, queue: string, data: object, options?: SendOptions): Promise<void>;
  /** What was sent into a queue and is not done yet, nor given up; with a transaction, its own too. */
  listWaiting(queue: string, tx?: Db): Promise<unknown[]>;
  /**
   * Whether a job with this in it was sent into a queue and is not done yet, nor given up; sees the transaction's own.
   */
  isWaiting(tx: Db, queue: string, data: object): Promise<boolean>;
  /** How many tries have failed on this node, by queue. */
  failures(): ReadonlyMap<string, number>;
  /** What was given up within the last days: the last 20 of each queue, the last first. */
  listFailed(): Promise<FailedJob[]>;
  /**
   * Has a job that was given up tried again, in the caller's transaction.
   * @returns its queue; undefined for no such job
   */
  retry(tx: Db, jobId: string): Promise<string | undefined>;
  /** Makes the queues, so that `send` works; what is sent waits until some node starts. */
  open(): Promise<void>;
  /** Opens the queues and does the work in them from now on. */
  start(): Promise<void>;
  /** Finishes the work that runs, for ten seconds at most, and gives back the rest; then the database may be closed. */
  stop(): Promise<void>;
}

/** Does a job: gets what `send` was given, and the number of the request that asked for it, if one did. */
type Handler = (data: unknown, request: string | undefined) => Promise<void>;

/** A job that failed as often as it may. */
export interface FailedJob {
  readonly id: string;
  readonly queue: string;
  readonly failedAt: Date;
  /** How many of its queue are left out behind it. */
  readonly leftOut: number;
}

/** The pause after the n-th failure is `delaySeconds` × 2^(n - 1), or up to twice that. */
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
/** What was given up is looked at by hand. With the two days of its tries no longer than any job is kept. */
const FAILED_KEEP_SECONDS = ((RETENTION_DAYS - 2) * DAY_MS) / SECOND_MS;
/** How often a worker looks for a job: soon after one was sent, and rarely in a queue that only a schedule fills. */
const POLL_SECONDS = { sent: 1, scheduled: 5 };
/** One node makes the queues at a time; any number of them may start together. */
const QUEUES_LOCK = 7_064_228;

export interface JobsLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

export function createJobs(database: Database, log: JobsLog): Jobs {
  const handlers = new Map<string, Handler>();
  const schedules = new Map<string, string>();
  const failures = new Map<string, number>();
  const patient = createPatientSql(database.executeSql, (error) =>
    log.error({ err: error }, 'the job runner waits for the database'),
  );
  const boss = new PgBoss({
    db: { executeSql: patient.executeSql },
    schema: 'jobs',
    retentionDays: RETENTION_DAYS,
    archiveFailedAfterSeconds: FAILED_KEEP_SECONDS,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job runner failed'));
  const workers = createWorkers(boss, log);
  let isOpen = false;

  const open = async (): Promise<void> => {
    if (isOpen) return;
    // Each queue is a table: two nodes that make them at once would wait for each other.
    await database.unhurried(async (db) => {
      await db.execute(sql`select pg_advisory_lock(${QUEUES_LOCK})`);
      await boss.start();
      isOpen = true;
      for (const queue of handlers.keys()) await boss.createQueue(queue);
    });
  };

  return {
    handle(queue, handler, cron) {
      handlers.set(queue, counting(failures, queue, handler));
      if (cron !== undefined) schedules.set(queue, cron);
    },
    async send(tx, queue, data, { request, ...options } = {}) {
      const sent = request === undefined ? data : { ...data, request };
      await boss.send(queue, sent, { db: within(tx), ...limitsOf(options) });
    },
    listWaiting: (queue, tx = database.db) => listWaiting(tx, queue),
    isWaiting,
    failures: () => failures,
    listFailed: () => listFailed(database),
    retry: (tx, jobId) => retryJob(boss, handlers.keys(), tx, jobId),
    open,
    async start() {
      await open();
      for (const [queue, cron] of schedules) await boss.schedule(queue, cron);
      for (const [queue, handler] of handlers)
        await workers.add(
          queue,
          handler,
          schedules.has(queue) ? POLL_SECONDS.scheduled : POLL_SECONDS.sent,
        );
    },
    async stop() {
      workers.stop();
      patient.stop();
      if (isOpen) await boss.stop({ graceful: true, wait: true, timeout: 10_000 });
      await patient.close();
    },
  };
}

/** A handler whose failed tries are counted. */
function counting(failures: Map<string, number>, queue: string, handler: Handler): Handler {
  failures.set(queue, 0);
  return async (data, request) => {
    try {
      await handler(data, request);
    } catch (error) {
      failures.set(queue, (failures.get(queue) ?? 0) + 1);
      throw error;
    }
  };
}

/** One worker for each queue. */
function createWorkers(boss: PgBoss, log: JobsLog) {
  let isStopping = false;
  return {
    async add(queue: string, handler: Handler, pollingIntervalSeconds: number): Promise<void> {
      const id: string = await boss.work(queue, { pollingIntervalSeconds }, async (batch) => {
        // More jobs may be due: the worker looks again at once, not at its next poll.
        boss.notifyWorker(id);
        // Fetched while the runner was stopping, which does not wait for it: another node runs it.
        if (isStopping) throw new Error('not begun: this node stops');
        for (const job of batch) await runJob(log, queue, job, handler);
      });
    },
    stop(): void {
      isStopping = true;
    },
  };
}

/** A failed try is the queue's to repeat; without a line in the log its cause would be lost. */
async function runJob(
  log: JobsLog,
  queue: string,
  { id, data }: PgBoss.Job<unknown>,
  handler: Handler,
): Promise<void> {
  const request = requestOf(data);
  try {
    await handler(data ?? {}, request);
  } catch (error) {
    log.error({ err: error, queue, job: id, request }, 'job failed');
    throw storable(error);
  }
  // Where no request asked for it there is nothing to follow, and most jobs find nothing to do.
  if (request !== undefined) log.info({ queue, job: id, request }, 'job done');
}

function requestOf(data: unknown): string | undefined {
  const { request } = (data ?? {}) as { readonly request?: unknown };
  return typeof request === 'string' ? request : undefined;
}

/**
 * A failure as the runner can store it beside the job. It stores all that an error has: a statement's parameters,
 * which are not to be read, and NUL bytes and halves of characters, which JSON in the database does not take, so that
 * the process would end.
 */
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

/** A transaction as the job library wants one. */
const within = (tx: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) =>
    toRows(await tx.execute(withParameters(text, values))),
});

async function retryJob(
  boss: PgBoss,
  queues: Iterable<string>,
  tx: Db,
  jobId: string,
): Promise<string | undefined> {
  const db = within(tx);
  for (const queue of queues) {
    const job = await boss.getJobById(queue, jobId, { db, includeArchive: false });
    if (job?.state !== 'failed') continue;
    await boss.retry(queue, jobId, { db });
    return queue;
  }
  return undefined;
}

async function isWaiting(tx: Db, queue: string, data: object): Promise<boolean> {
  const { rows } = await within(tx).executeSql(
    `select 1 from jobs.job where name = $1 and state in ('created', 'retry', 'active') and data @> $2::jsonb limit 1`,
    [queue, JSON.stringify(data)],
  );
  return rows.length > 0;
}

/** Of each queue, so that one whose jobs fail each minute hides no other. */
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

async function listWaiting(tx: Db, queue: string): Promise<unknown[]> {
  const { rows } = await within(tx).executeSql(
    `select data from jobs.job where name = $1 and state in ('created', 'retry', 'active') order by created_on`,
    [queue],
  );
  return rows.map(({ data }) => data);
}

/** Plain SQL with `$n` parameters as a query of the builder, so that it can run in its transaction. */
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
