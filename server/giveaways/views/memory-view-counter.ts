import type { Db } from '../../db/database.ts';
import type { Secrets } from '../../secrets.ts';
import { type Clock, dateOf } from '../../clock.ts';
import { recordViews, type View } from './record-views.ts';
import type { ViewCounter } from './view-counter.ts';

interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: () => Secrets;
  readonly log: { error(details: object, message: string): void };
}

const TICK_MS = 1_000;
/** While the database is away, views beyond this are let go: memory is worth more than a count. One write takes all. */
const MAX_WAITING = 50_000;

/**
 * The counter of one node. A view that no caller waits for (a page was opened) lives in memory for up to a
 * second and is lost with a killed process; acknowledging views to a device awaits `written` first.
 */
export function createViewCounter({ db, clock, secrets, log }: Parts): ViewCounter {
  const waiting = new Map<string, View>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let wroteThisTick = false;
  let nextTick: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  const write = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const batch = [...waiting];
    waiting.clear();
    try {
      const views = batch.map(([, view]) => view);
      await recordViews(db, secrets(), views, dateOf(clock));
    } catch (error) {
      for (const [key, view] of batch) if (waiting.size < MAX_WAITING) waiting.set(key, view);
      throw error;
    }
  };
  const flush = (): Promise<void> => {
    // One write at a time; a failed one has told its own callers.
    writing = writing.catch(() => undefined).then(write);
    return writing;
  };
  const tick = (): void => {
    wroteThisTick = waiting.size > 0;
    const waiters = nextTick;
    nextTick = undefined;
    if (wroteThisTick)
      flush().catch((error: unknown) => log.error({ err: error }, 'views could not be written'));
    waiters?.resolve();
  };

  return {
    add(voucherId, viewer) {
      if (waiting.size >= MAX_WAITING) return false;
      const key = `${voucherId} ${viewer.key}`;
      const known = waiting.get(key);
      if (!known || known.viewer.trust < viewer.trust) waiting.set(key, { voucherId, viewer });
      return true;
    },
    async written() {
      if (timer !== undefined && wroteThisTick) {
        nextTick ??= deferred();
        await nextTick.promise;
        return writing;
      }
      wroteThisTick = true;
      return flush();
    },
    flush,
    start() {
      timer ??= setInterval(tick, TICK_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      tick();
      await flush();
    },
  };
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
