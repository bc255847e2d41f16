import { LOCKS } from '../contract/storage-keys.ts';
import type { WorkerDeps } from './deps.ts';
import type { PollOutcome } from './refresh/poll-views.ts';

const MAX_DELAY_MS = 60_000;

interface Watch {
  /** How many on this page watch the voucher. */
  watchers: number;
  intervalMs: number;
  /** Set while this watch polls or stands in line for it. */
  running: AbortController | undefined;
}

export interface ViewsPoller {
  watch(ulid: string, intervalMs: number): void;
  unwatch(ulid: string): void;
  setVisible(isVisible: boolean): void;
}

type Deps = Pick<WorkerDeps, 'locks' | 'connectivity' | 'sleep'> & {
  /** Asks once; must not throw for a failure that was to be expected. */
  readonly poll: (ulid: string) => Promise<PollOutcome>;
};

/** Polls until the signal aborts or the voucher is over, slower after each failure. */
async function pollLoop(
  { poll, sleep }: Deps,
  ulid: string,
  { intervalMs }: Watch,
  signal: AbortSignal,
): Promise<void> {
  let delayMs = intervalMs;
  while (!signal.aborted) {
    await sleep(delayMs, signal);
    if (signal.aborted) return;
    const outcome = await poll(ulid).catch((): PollOutcome => 'failed');
    if (outcome === 'over') return;
    delayMs = outcome === 'ok' ? intervalMs : Math.min(delayMs * 2, MAX_DELAY_MS);
  }
}

/**
 * Keeps watched vouchers current: one tab polls each voucher, the others follow by the database. Rests
 * while the page is hidden or the device offline, and hands over to another tab then.
 */
export function createViewsPoller(deps: Deps): ViewsPoller {
  const watches = new Map<string, Watch>();
  let isVisible = true;

  const stop = (watch: Watch): void => {
    watch.running?.abort();
    watch.running = undefined;
  };

  const start = (ulid: string, watch: Watch): void => {
    if (watch.running) return;
    const running = new AbortController();
    watch.running = running;
    const { signal } = running;
    deps.locks
      .request(`${LOCKS.viewsPoll}:${ulid}`, { signal }, () => pollLoop(deps, ulid, watch, signal))
      .catch(() => {
        // Aborted while standing in line; whoever stopped it starts it again.
      });
  };

  const update = (): void => {
    const isActive = isVisible && deps.connectivity.isOnline();
    for (const [ulid, watch] of watches) {
      if (isActive) start(ulid, watch);
      else stop(watch);
    }
  };

  deps.connectivity.onChange(update);
  return {
    watch(ulid, intervalMs) {
      const known = watches.get(ulid);
      if (known) {
        known.watchers += 1;
        if (intervalMs >= known.intervalMs) return;
        stop(known);
        known.intervalMs = intervalMs;
      } else {
        watches.set(ulid, { watchers: 1, intervalMs, running: undefined });
      }
      update();
    },
    unwatch(ulid) {
      const watch = watches.get(ulid);
      if (!watch) return;
      watch.watchers -= 1;
      if (watch.watchers > 0) return;
      stop(watch);
      watches.delete(ulid);
    },
    setVisible(next) {
      isVisible = next;
      update();
    },
  };
}
