import { LOCKS } from '../contract/storage-keys.ts';
import { reportFault, type WorkerDeps } from './deps.ts';
import type { PollOutcome } from './refresh/refresh-voucher.ts';

const MAX_DELAY_MS = 60_000;

/** A voucher to keep current, and how often to ask about it. */
export interface VoucherWatch {
  readonly ulid: string;
  readonly intervalMs: number;
}

interface Polling {
  readonly intervalMs: number;
  /** Set while this voucher is polled or waits for the lock. */
  running: AbortController | undefined;
}

export interface ViewsPoller {
  /** Replaces what is watched. Of two intervals of one voucher the shorter counts. */
  setWatches(watches: readonly VoucherWatch[]): void;
  setVisible(isVisible: boolean): void;
}

type Deps = Pick<WorkerDeps, 'locks' | 'connectivity' | 'sleep' | 'report' | 'tell'> & {
  /** Asks once; must not throw for a failure that was to be expected. */
  readonly poll: (ulid: string) => Promise<PollOutcome>;
};

/** Polls until the signal aborts or the voucher is over, slower after each failure. */
async function pollLoop(
  deps: Deps,
  ulid: string,
  { intervalMs }: Polling,
  signal: AbortSignal,
): Promise<void> {
  let delayMs = intervalMs;
  while (!signal.aborted) {
    await deps.sleep(delayMs, signal);
    if (signal.aborted) return;
    const outcome = await deps.poll(ulid).catch((error: unknown): PollOutcome => {
      reportFault(deps, error);
      return 'failed';
    });
    if (outcome === 'over') return;
    delayMs = outcome === 'ok' ? intervalMs : Math.min(delayMs * 2, MAX_DELAY_MS);
  }
}

/**
 * Keeps watched vouchers current: one tab polls each voucher, the others follow by the database. Rests
 * while the page is hidden or the device offline, and hands over to another tab then.
 */
export function createViewsPoller(deps: Deps): ViewsPoller {
  const pollings = new Map<string, Polling>();
  let isVisible = true;

  const stop = (polling: Polling): void => {
    polling.running?.abort();
    polling.running = undefined;
  };

  const start = (ulid: string, polling: Polling): void => {
    if (polling.running) return;
    const running = new AbortController();
    polling.running = running;
    const { signal } = running;
    deps.locks
      .request(`${LOCKS.viewsPoll}:${ulid}`, { signal }, () =>
        pollLoop(deps, ulid, polling, signal),
      )
      .catch(() => {
        // Aborted while it waited for the lock.
      });
  };

  const update = (): void => {
    const isActive = isVisible && deps.connectivity.isOnline();
    for (const [ulid, polling] of pollings) {
      if (isActive) start(ulid, polling);
      else stop(polling);
    }
  };

  deps.connectivity.onChange(update);
  return {
    setWatches(watches) {
      const intervals = new Map<string, number>();
      for (const { ulid, intervalMs } of watches)
        intervals.set(ulid, Math.min(intervalMs, intervals.get(ulid) ?? intervalMs));
      for (const [ulid, polling] of pollings) {
        if (polling.intervalMs === intervals.get(ulid)) continue;
        stop(polling);
        pollings.delete(ulid);
      }
      for (const [ulid, intervalMs] of intervals)
        if (!pollings.has(ulid)) pollings.set(ulid, { intervalMs, running: undefined });
      update();
    },
    setVisible(next) {
      isVisible = next;
      update();
    },
  };
}
