import type { Table } from 'dexie';
import { ok, type Result } from '../../contract/result.ts';
import { isFresh } from '../../local/is-fresh.ts';
import { SINGLE, type Mirrored } from '../../local/rows.ts';
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
