import { LOCKS } from '../contract/storage-keys.ts';
import type { ViewsAnswer } from '../contract/vouchers.ts';
import { readSessionId } from '../local/session.ts';
import type { WorkerContext } from './context.ts';
import { reportFault, type WorkerDeps } from './deps.ts';
import { mirrorChanges, writeIfSameSession } from './mirror.ts';
import { refreshVoucher } from './refresh/refresh-voucher.ts';

const MAX_DELAY_MS = 60_000;

export interface VoucherWatch {
  readonly ulid: string;
  readonly intervalMs: number;
}

interface Polling {
  readonly intervalMs: number;
  running: AbortController | undefined;
}

/** 'over': the voucher is no longer active and cannot change. */
export type PollOutcome = 'ok' | 'failed' | 'over';

export async function pollViews(ctx: WorkerContext, ulid: string): Promise<PollOutcome> {
  const { db, api } = ctx;
  const session = await readSessionId(db);
  const answer = await api.call<ViewsAnswer>({
    path: `/vouchers/${encodeURIComponent(ulid)}/views`,
    auth: 'optional',
  });
  if (!answer.ok) return answer.error.status === 404 ? 'over' : 'failed';
  const { views, masked_code, status, entries_count } = answer.value;
  const is_used = status === 'used' || status === 'completed';
  const event = { views, views_count: views, masked_code, status, is_used };
  // Safe after a command, because these values only move forward.
  await db.transaction('rw', [db.vouchers, db.createdVouchers], () =>
    mirrorChanges(db, ulid, entries_count === undefined ? event : { ...event, entries_count }),
  );
  if (status === 'active' || status === 'pending') return 'ok';
  // Only the detail has the winner, and a recent detail may be older than the end.
  await writeIfSameSession(ctx, session);
  await refreshVoucher(ctx, ulid, { force: true });
  return 'over';
}

type Deps = Pick<WorkerDeps, 'locks' | 'connectivity' | 'sleep' | 'report' | 'notify'> & {
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
export function createViewsPoller(deps: Deps) {
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
    setWatches(watches: readonly VoucherWatch[]): void {
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
    setVisible(next: boolean): void {
      isVisible = next;
      update();
    },
  };
}
