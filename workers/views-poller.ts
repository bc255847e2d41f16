import { LOCKS } from '../contract/storage-keys.ts';
import { reportFault, type WorkerDeps } from './deps.ts';
import type { PollOutcome } from './refresh/refresh-voucher.ts';

const MAX_DELAY_MS = 60_000;

export interface VoucherWatch {
  readonly ulid: string;
  readonly intervalMs: number;
}

interface Polling {
  readonly intervalMs: number;
  running: AbortController | undefined;
}

export interface ViewsPoller {
  setWatches(watches: readonly VoucherWatch[]): void;
  setVisible(isVisible: boolean): void;
}

type Deps = Pick<WorkerDeps, 'locks' | 'connectivity' | 'sleep' | 'report' | 'tell'> & {
  /** Must not throw for an expected failure. */
  readonly poll: (ulid: string) => Promise<PollOutcome>;
};

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

/** Only one tab polls each voucher; hidden or offline tabs release the lock. */
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
        // The wait for the lock was aborted.
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
