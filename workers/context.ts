import { MINUTE_MS, SECOND_MS } from '../contract/durations.ts';
import type { Result } from '../contract/result.ts';
import { createApiClient } from './api-client.ts';
import type { WorkerDeps } from './deps.ts';

export const VOUCHER_FETCH_DEDUPE_MS = 2 * SECOND_MS;

export const DETECT_LOCK_MS = 2 * SECOND_MS;

export type Done = Result<undefined>;

export type WorkerContext = ReturnType<typeof createContext>;

export function createContext(deps: WorkerDeps) {
  const flights = createSingleFlight(deps.now, VOUCHER_FETCH_DEDUPE_MS);
  const clock = createServerClock(deps);
  let count = 0;
  let expiredAt = -Infinity;
  const bump = (): void => {
    count += 1;
    flights.reset();
  };
  return {
    ...deps,
    ...clock,
    deviceNow: deps.now,
    api: createApiClient({ ...deps, ...clock }),
    flights,
    /** Helps to detect answers that are older than a command. */
    changes: {
      count: () => count,
      bump,
      expire: () => {
        expiredAt = clock.now();
        bump();
      },
      expiredAt: () => expiredAt,
    },
    noteAnswered: (_attempt: string): void => undefined,
  };
}

const TOLERATED_MS = MINUTE_MS;

/** Phone clocks can be wrong by hours, or by years after an empty battery. */
export function createServerClock({ now, notify }: Pick<WorkerDeps, 'now' | 'notify'>) {
  let aheadMs: number | undefined;
  return {
    /** Server time if known, else device time; ms since the epoch. */
    now: () => now() - (aheadMs ?? 0),
    serverNow: () => (aheadMs === undefined ? undefined : now() - aheadMs),
    onResponse: ({ headers }: Response): void => {
      // Any other answer may come from a cache with an old time.
      if (headers.get('cache-control') !== 'no-store') return;
      const differsMs = now() - Date.parse(headers.get('date') ?? '');
      if (Number.isNaN(differsMs)) return;
      const next = Math.abs(differsMs) < TOLERATED_MS ? 0 : differsMs;
      if (aheadMs !== undefined && Math.abs(next - aheadMs) < TOLERATED_MS) return;
      // Also sent if the clock is right, because an earlier worker may have reported otherwise.
      notify({ news: 'clock', aheadMs: next });
      aheadMs = next;
    },
  };
}

interface Flight {
  readonly outcome: Promise<Result<unknown>>;
  landedAt: number | undefined;
}

function createSingleFlight(now: () => number, dedupeMs: number) {
  const flights = new Map<string, Flight>();

  const forgetLanded = (): void => {
    for (const [key, { landedAt }] of flights) {
      // The distance also works after the clock is set back.
      if (landedAt !== undefined && Math.abs(now() - landedAt) >= dedupeMs) flights.delete(key);
    }
  };

  async function track<T>(key: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    const outcome = work();
    const flight: Flight = { outcome, landedAt: undefined };
    flights.set(key, flight);
    const isSuccess = await outcome.then(
      (result) => result.ok,
      () => false,
    );
    if (isSuccess) flight.landedAt = now();
    else if (flights.get(key) === flight) flights.delete(key);
    return outcome;
  }

  return {
    /** Shares the result if the key is running or succeeded within the dedupe time. */
    run<T>(key: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
      forgetLanded();
      // The key identifies the request, and so the type of its answer.
      return (flights.get(key)?.outcome as Promise<Result<T>> | undefined) ?? track(key, work);
    },
    reset: () => flights.clear(),
  };
}
