import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { setTimeout as pause } from 'node:timers/promises';

import { PRIORITIES, type Priority } from '../../contract/notifications/kinds.ts';
import { MINUTE_MS, SECOND_MS } from '../../contract/durations.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';

type QueueTable = PgTable & Readonly<Record<'id' | 'priority' | 'tries' | 'dueAt', PgColumn>>;

export interface Queued {
  readonly id: number;
  readonly priority: Priority;
  /** With the one under way. */
  readonly tries: number;
}

/** `due`: waits until that moment, ms since the epoch, without having been tried. */
export type Attempt =
  | { readonly kind: 'done' }
  | { readonly kind: 'due'; readonly atMs: number }
  | {
      readonly kind: 'failed';
      readonly error: unknown;
      /** The service answers, and would refuse the same again. */
      readonly isFinal?: boolean;
      readonly retryAfterMs?: number | undefined;
    };

export interface OutboxSpec<Row extends Queued> {
  readonly table: QueueTable;
  /** Rows that a node has under way. */
  readonly atOnce: number;
  readonly maxTries: number;
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  read(ids: readonly number[]): Promise<readonly Row[]>;
  attempt(row: Row): Promise<Attempt>;
  onFailure(row: Row, error: unknown): void;
  readonly end: (
    tx: Db,
    ids: { readonly done: readonly number[]; readonly givenUp: readonly number[] },
  ) => Promise<void>;
}

export interface Outbox {
  /** Begins all that is due and leaves it under way, unless this node stops. */
  readonly work: (stopping: AbortSignal) => Promise<void>;
  /** Sends all that is due, unless the service asks for a pause. */
  readonly sendDue: () => Promise<void>;
}

/** If a node crashes, others take its rows over after this time; longer than any attempt. */
const LEASE_MS = 2 * MINUTE_MS;
/** Collects free places, so that one claim fills several. */
const REFILL_MS = 25;
/** After so many failures without a success the service itself is away. */
const FAILED_MAX = 25;
const AWAY_MS = 10 * SECOND_MS;
/** A longer pause may have been asked for about one device. */
const MAX_REST_MS = MINUTE_MS;

/** While all of them wait, so that a flood of one keeps no other from leaving. */
const SHARES: Readonly<Record<Priority, number>> = { urgent: 16, normal: 4, bulk: 1 };

const at = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/**
 * Selects and locks due rows, the oldest of each priority, by their shares: by chance, because a claim may be of one
 * row. Rows that another node has locked are skipped. An index on priority, due time and id makes it independent of how
 * many wait.
 */
export function pickDue(
  table: PgTable & Readonly<Record<'id' | 'priority', PgColumn>>,
  dueAt: PgColumn,
  nowMs: number,
  limit: number,
): SQL {
  const shares = PRIORITIES.map((name) => sql`(${name}, ${sql.raw(String(SHARES[name]))})`);
  return sql`select id from (
    select due.id,
      (row_number() over (partition by name order by due.at, due.id) - random()) / share as turn
    from (values ${sql.join(shares, sql`, `)}) as each(name, share)
    cross join lateral (
      select ${table.id} as id, ${dueAt} as at from ${table}
      where ${table.priority} = each.name and ${dueAt} <= ${at(nowMs)}
      order by ${dueAt}, ${table.id} limit ${limit} for update skip locked
    ) due
  ) queued order by turn limit ${limit}`;
}

interface End<Row> {
  readonly row: Row;
  readonly result:
    | { readonly kind: 'done' }
    | { readonly kind: 'given up' }
    | { readonly kind: 'due'; readonly atMs: number; readonly wasTried: boolean };
}

/**
 * Rows are leased, sent, then ended: after a crash another node sends them, so at least once. Each place is filled again
 * as it becomes free, so that a slow one delays no other.
 */
export function createOutbox<Row extends Queued>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  spec: OutboxSpec<Row>,
): Outbox {
  const { table } = spec;
  const underWay = new Set<Promise<void>>();
  const faults: unknown[] = [];
  const rest = createRest(clock);
  const settle = groupCalls((ends: readonly End<Row>[]) => storeEnds(db, spec, ends));

  /** Counts the attempt before it is made. */
  const claim = (limit: number) =>
    queryRows<{ id: string | number }>(db)`
      update ${table} set tries = tries + 1, due_at = ${at(clock.now() + LEASE_MS)}
      where id = any(array(${pickDue(table, table.dueAt, clock.now(), limit)})) returning id`;

  function begin(row: Row): void {
    const work = spec
      .attempt(row)
      .then((attempt) => {
        if (attempt.kind === 'failed') spec.onFailure(row, attempt.error);
        rest.heed(attempt);
        return settle(endOf(spec, row, attempt, clock.now()));
      })
      .catch((error: unknown) => void faults.push(error))
      .finally(() => underWay.delete(work));
    underWay.add(work);
  }

  function throwFault(): void {
    if (faults.length > 0) throw faults.splice(0)[0];
  }

  /** @returns whether more may wait */
  async function fill(): Promise<boolean> {
    throwFault();
    const free = spec.atOnce - underWay.size;
    if (free === 0) return true;
    if (rest.isResting()) return false;
    const claimed = await claim(free);
    if (claimed.length === 0) return false;
    const rows = await spec.read(claimed.map(({ id }) => Number(id)));
    for (const row of rows.toSorted(byPriority)) begin(row);
    return claimed.length === free;
  }

  const onePlace = (): Promise<unknown> =>
    underWay.size < spec.atOnce ? Promise.resolve() : Promise.race(underWay);

  return {
    async work(stopping) {
      while (!stopping.aborted && (await fill())) {
        await onePlace();
        await pause(REFILL_MS, undefined, { signal: stopping }).catch(() => undefined);
      }
      if (stopping.aborted) await Promise.all(underWay);
    },
    async sendDue() {
      while (await fill()) await onePlace();
      await Promise.all(underWay);
      throwFault();
    },
  };
}

function endOf<Row extends Queued>(
  { maxTries, firstPauseMs, maxPauseMs }: OutboxSpec<Row>,
  row: Row,
  attempt: Attempt,
  nowMs: number,
): End<Row> {
  if (attempt.kind === 'done') return { row, result: attempt };
  if (attempt.kind === 'due') return { row, result: { ...attempt, wasTried: false } };
  if (attempt.isFinal || row.tries >= maxTries) return { row, result: { kind: 'given up' } };
  // Spread, so that what failed together does not come back together.
  const grownMs = firstPauseMs * 2 ** (row.tries - 1) * (1 + Math.random());
  const pauseMs = Math.min(Math.max(grownMs, attempt.retryAfterMs ?? 0), maxPauseMs);
  return { row, result: { kind: 'due', atMs: nowMs + pauseMs, wasTried: true } };
}

/** A service that asks for a pause, or is away, is left alone. */
function createRest(clock: Clock) {
  let failures = 0;
  let untilMs = 0;
  return {
    isResting: () => clock.now() < untilMs,
    heed(attempt: Attempt) {
      if (attempt.kind === 'due') return;
      if (attempt.kind === 'done' || attempt.isFinal) {
        failures = 0;
        return;
      }
      failures += 1;
      const restMs = Math.max(failures >= FAILED_MAX ? AWAY_MS : 0, attempt.retryAfterMs ?? 0);
      untilMs = Math.max(untilMs, clock.now() + Math.min(restMs, MAX_REST_MS));
    },
  };
}

const byPriority = (a: Queued, b: Queued): number =>
  PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) || a.id - b.id;

/** What comes while a call runs goes together into the next. */
function groupCalls<Item>(call: (items: readonly Item[]) => Promise<void>) {
  let waiting: Item[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (item: Item): Promise<void> => {
    waiting.push(item);
    next ??= last.then(() => {
      const items = waiting;
      waiting = [];
      next = undefined;
      return call(items);
    });
    last = next.catch(() => undefined);
    return next;
  };
}

function storeEnds<Row extends Queued>(
  db: Db,
  { table, end }: OutboxSpec<Row>,
  ends: readonly End<Row>[],
): Promise<void> {
  const done: number[] = [];
  const givenUp: number[] = [];
  const later: { id: number; tries: number; untried: number; due_at: string }[] = [];
  for (const { row, result } of ends)
    if (result.kind === 'done') done.push(row.id);
    else if (result.kind === 'given up') givenUp.push(row.id);
    else {
      const untried = result.wasTried ? 0 : 1;
      const dueAt = new Date(result.atMs).toISOString();
      later.push({ id: row.id, tries: row.tries, untried, due_at: dueAt });
    }
  return inTransaction(db, async (tx) => {
    if (done.length + givenUp.length > 0) await end(tx, { done, givenUp });
    if (later.length > 0)
      // Unless the lease has ended and another node has it.
      await tx.execute(sql`
        update ${table} set due_at = later.due_at, tries = later.tries - later.untried
        from json_to_recordset(${JSON.stringify(later)}::json)
          as later(id bigint, tries int, untried int, due_at timestamptz)
        where ${table.id} = later.id and ${table.tries} = later.tries`);
  });
}
