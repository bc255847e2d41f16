import type { Table } from 'dexie';

import { ok, type Result } from '../../contract/result.ts';
import type { GoodiesDatabase } from '../../local/database.ts';
import { isFresh, type Mirrored, SINGLE } from '../../local/rows.ts';
import { readSessionId, writeUnlessChanged } from '../../local/session.ts';
import type { ApiRequest } from '../api-client.ts';
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

type Resource<Input, Answer, Row> = {
  readonly ttlMs: number;
  readonly row: (answer: Answer, input: Input) => Row;
} & (
  | { readonly request: (input: Input) => ApiRequest }
  | { readonly load: (ctx: WorkerContext, input: Input) => Promise<Result<Answer>> }
);

type StoredRow<Name extends TableName> = Omit<RowOf<Name>, 'fetchedAt' | 'isStale'>;

export const rowRefresher =
  <Name extends TableName, Input, Answer>({
    table: name,
    key: keyOf,
    row,
    ...resource
  }: Resource<Input, Answer, StoredRow<Name>> & {
    readonly table: Name;
    readonly key: (input: Input) => string;
  }) =>
  (ctx: WorkerContext, input: Input, options?: RefreshOptions): Promise<Done> => {
    const table = ctx.db.table<Mirrored>(name);
    const key = keyOf(input);
    return refreshMirror<Answer>(
      ctx,
      {
        key: `${name} ${key}`,
        mirrored: () => table.get(key),
        ttlMs: resource.ttlMs,
        load: () =>
          'load' in resource ? resource.load(ctx, input) : ctx.api.call(resource.request(input)),
        tables: [table],
        store: (answer, fetchedAt) => table.put({ ...row(answer, input), fetchedAt }),
      },
      options,
    );
  };

export const singleRefresher = <Name extends TableName, Answer>({
  row,
  ...resource
}: Resource<void, Answer, Omit<StoredRow<Name>, 'key'>> & { readonly table: Name }) => {
  const refresh = rowRefresher<Name, void, Answer>({
    ...resource,
    key: () => SINGLE,
    row: (answer) => ({ key: SINGLE, ...row(answer) }) as unknown as StoredRow<Name>,
  });
  return (ctx: WorkerContext, options?: RefreshOptions): Promise<Done> =>
    refresh(ctx, undefined, options);
};
