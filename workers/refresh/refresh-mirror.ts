import type { Table } from 'dexie';

import { ok, type Result } from '../../contract/result.ts';
import type { GoodiesDatabase } from '../../local/database.ts';
import { isFresh, type Mirrored, SINGLE } from '../../local/rows.ts';
import { readSessionId, writeUnlessChanged } from '../../local/session.ts';
import type { Done, WorkerContext } from '../context.ts';
import { failed } from '../failure.ts';
import { withRoom } from '../storage.ts';

export interface RefreshOptions {
  /** Ask the server even when the mirrored rows are fresh. */
  readonly force?: boolean;
}

export interface MirrorPlan<T> {
  /** Names what is asked for; equal keys are asked for once. */
  readonly key: string;
  /** What is mirrored now, to judge its age by; left out = always ask. */
  readonly mirrored?: () => Promise<Mirrored | undefined>;
  readonly ttlMs: number;
  readonly load: () => Promise<Result<T>>;
  /** What `store` writes to. */
  readonly tables: readonly Table[];
  /** Writes the answer, in a transaction over `tables`. */
  readonly store: (answer: T, nowMs: number) => Promise<unknown>;
}

/** Signing in alone makes answers old twice or more: it begins a session, and sends what was left to do. */
const ATTEMPTS = 5;

/**
 * Asks and writes. An answer from before a command, or for a user who has signed out meanwhile, is
 * dropped and asked for again, so that an old answer never replaces what a command has written.
 * @returns `timeout` where commands came without pause: nothing is written then, and a screen must not take it for done
 */
async function fetchAndStore<T>(ctx: WorkerContext, plan: MirrorPlan<T>): Promise<Done> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await ctx.db.session.get(SINGLE);
    const changesBefore = ctx.changes.count();
    const answer = await plan.load();
    if (!answer.ok) return answer;
    if (ctx.changes.count() !== changesBefore) continue;
    const isWritten = await withRoom(ctx, () =>
      writeUnlessChanged(ctx.db, before, plan.tables, () => plan.store(answer.value, ctx.now())),
    );
    if (isWritten) return ok(undefined);
  }
  return failed('timeout');
}

/** Brings one mirrored thing up to date: nothing while it is fresh, else one request however many ask. */
export async function refreshMirror<T>(
  ctx: WorkerContext,
  plan: MirrorPlan<T>,
  { force = false }: RefreshOptions = {},
): Promise<Done> {
  if (!force) {
    const row = await plan.mirrored?.();
    const ttlMs = Math.min(plan.ttlMs, ctx.now() - ctx.changes.expiredAt());
    if (isFresh(row, ttlMs, ctx.now())) return ok(undefined);
  }
  const session = (await readSessionId(ctx.db)) ?? '';
  return ctx.flights.run(`${session} ${plan.key}`, () => fetchAndStore(ctx, plan));
}

type TableName = keyof {
  [Name in keyof GoodiesDatabase as GoodiesDatabase[Name] extends Table ? Name : never]: 1;
};
type RowOf<Name extends TableName> =
  GoodiesDatabase[Name] extends Table<infer Row, infer _Key, infer _Insert> ? Row : never;

/** An answer that is stored as one row. */
export interface RowResource<Name extends TableName, Input, Answer> {
  readonly table: Name;
  readonly ttlMs: number;
  /** The primary key of the row. */
  readonly key: (input: Input) => string;
  readonly load: (ctx: WorkerContext, input: Input) => Promise<Result<Answer>>;
  readonly row: (answer: Answer, input: Input) => Omit<RowOf<Name>, 'fetchedAt' | 'isStale'>;
}

/** A refresher of rows, each by what it is asked for. */
export const rowRefresher =
  <Name extends TableName, Input, Answer>({
    table: name,
    ttlMs,
    key,
    load,
    row,
  }: RowResource<Name, Input, Answer>) =>
  (ctx: WorkerContext, input: Input, options?: RefreshOptions): Promise<Done> => {
    const table = ctx.db.table<Mirrored>(name);
    return refreshMirror<Answer>(
      ctx,
      {
        key: `${name} ${key(input)}`,
        mirrored: () => table.get(key(input)),
        ttlMs,
        load: () => load(ctx, input),
        tables: [table],
        store: (answer, fetchedAt) => table.put({ ...row(answer, input), fetchedAt }),
      },
      options,
    );
  };

/** A refresher of a table's only row, whose key is `SINGLE`. */
export const singleRefresher = <Name extends TableName, Answer>({
  row,
  ...resource
}: Omit<RowResource<Name, void, Answer>, 'key' | 'row'> & {
  readonly row: (answer: Answer) => Omit<RowOf<Name>, 'key' | 'fetchedAt' | 'isStale'>;
}) => {
  const refresh = rowRefresher({
    ...resource,
    key: () => SINGLE,
    row: (answer: Answer) =>
      ({ key: SINGLE, ...row(answer) }) as unknown as ReturnType<
        RowResource<Name, void, Answer>['row']
      >,
  });
  return (ctx: WorkerContext, options?: RefreshOptions): Promise<Done> =>
    refresh(ctx, undefined, options);
};
