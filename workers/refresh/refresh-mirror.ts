import type { Table } from 'dexie';

import { ok, type Result } from '../../contract/result.ts';
import type { GoodiesDatabase } from '../../local/database.ts';
import { isFresh, type Mirrored, SINGLE } from '../../local/rows.ts';
import { readSessionId, writeUnlessChanged } from '../../local/session.ts';
import type { Done, WorkerContext } from '../context.ts';
import { failed } from '../failure.ts';
import { withRoom } from '../storage.ts';

export interface RefreshOptions {
  readonly force?: boolean;
}

export interface MirrorPlan<T> {
  /** Requests with equal keys are sent once. */
  readonly key: string;
  /** Undefined means that the server is always asked. */
  readonly mirrored?: () => Promise<Mirrored | undefined>;
  readonly ttlMs: number;
  readonly load: () => Promise<Result<T>>;
  readonly tables: readonly Table[];
  /** Runs in a transaction over `tables`. */
  readonly store: (answer: T, nowMs: number) => Promise<unknown>;
}

/** Signing in alone can outdate an answer twice. */
const ATTEMPTS = 5;

/** Asks again if a command or a sign-out made the answer outdated; `timeout` after five tries. */
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

/** Skips fresh rows and coalesces equal requests. */
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

export interface RowResource<Name extends TableName, Input, Answer> {
  readonly table: Name;
  readonly ttlMs: number;
  readonly key: (input: Input) => string;
  readonly load: (ctx: WorkerContext, input: Input) => Promise<Result<Answer>>;
  readonly row: (answer: Answer, input: Input) => Omit<RowOf<Name>, 'fetchedAt' | 'isStale'>;
}

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
