import { MINUTE_MS, SECOND_MS } from '../contract/durations.ts';
import type { Result } from '../contract/result.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import type { WorkerDeps } from './deps.ts';
import { createSingleFlight, type SingleFlight } from './single-flight.ts';

export const VOUCHER_FETCH_DEDUPE_MS = 2 * SECOND_MS;

export type Done = Result<undefined>;

/** Helps to detect answers that are older than a command. */
export interface Changes {
  count(): number;
  bump(): void;
  expire(): void;
  expiredAt(): number;
}

export interface WorkerContext extends WorkerDeps {
  /** Server time if known, else device time; ms since the epoch. */
  readonly now: () => number;
  readonly deviceNow: () => number;
  readonly serverNow: () => number | undefined;
  readonly api: ApiClient;
  readonly flights: SingleFlight;
  readonly changes: Changes;
  readonly noteAnswered: (attempt: string) => void;
}

export function createContext(deps: WorkerDeps): WorkerContext {
  const flights = createSingleFlight(deps.now, VOUCHER_FETCH_DEDUPE_MS);
  const clock = createServerClock(deps);
  let count = 0;
  let expiredAt = -Infinity;
  const bump = (): void => {
    count += 1;
    flights.reset();
  };
  const changes: Changes = {
    count: () => count,
    bump,
    expire: () => {
      expiredAt = clock.now();
      bump();
    },
    expiredAt: () => expiredAt,
  };
  const api = createApiClient({ ...deps, ...clock });
  return {
    ...deps,
    ...clock,
    deviceNow: deps.now,
    api,
    flights,
    changes,
    noteAnswered: () => undefined,
  };
}

const TOLERATED_MS = MINUTE_MS;

export interface ServerClock {
  readonly now: () => number;
  readonly serverNow: () => number | undefined;
  readonly onResponse: (response: Response) => void;
}

/** Phone clocks can be wrong by hours, or by years after an empty battery. */
export function createServerClock({ now, tell }: Pick<WorkerDeps, 'now' | 'tell'>): ServerClock {
  let aheadMs: number | undefined;
  return {
    now: () => now() - (aheadMs ?? 0),
    serverNow: () => (aheadMs === undefined ? undefined : now() - aheadMs),
    onResponse: ({ headers }) => {
      // Any other answer may come from a cache with an old time.
      if (headers.get('cache-control') !== 'no-store') return;
      const differsMs = now() - Date.parse(headers.get('date') ?? '');
      if (Number.isNaN(differsMs)) return;
      const next = Math.abs(differsMs) < TOLERATED_MS ? 0 : differsMs;
      if (aheadMs !== undefined && Math.abs(next - aheadMs) < TOLERATED_MS) return;
      // Also sent if the clock is right, because an earlier worker may have reported otherwise.
      tell({ news: 'clock', aheadMs: next });
      aheadMs = next;
    },
  };
}
