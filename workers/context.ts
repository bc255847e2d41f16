import { MINUTE_MS, SECOND_MS } from '../contract/durations.ts';
import type { Result } from '../contract/result.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import type { WorkerDeps } from './deps.ts';
import { createSingleFlight, type SingleFlight } from './single-flight.ts';

export const VOUCHER_FETCH_DEDUPE_MS = 2 * SECOND_MS;

/** Nothing to hand over: what was learned stands in the database. */
export type Done = Result<undefined>;

/** Counts commands that changed something, so that answers from before such a change are recognised. */
export interface Changes {
  count(): number;
  /** Call it when a command's answer is there, before writing what it says. */
  bump(): void;
  /** Makes all rows stale that were fetched before: the server has something new. */
  expire(): void;
  /** When that was last; ms since the epoch, by `now`. */
  expiredAt(): number;
}

/** What commands and refreshers work with. */
export interface WorkerContext extends WorkerDeps {
  /** The server's time as far as it is known, else this device's; ms since the epoch. */
  readonly now: () => number;
  /** This device's own time, which the service worker goes by. */
  readonly deviceNow: () => number;
  /** The server's time; undefined before its first answer. */
  readonly serverNow: () => number | undefined;
  readonly api: ApiClient;
  readonly flights: SingleFlight;
  readonly changes: Changes;
  /** Takes the attempt that a money command went well with; the page gets it with the answer. */
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
    // Only a command of the page has somebody to hand it to.
    noteAnswered: () => undefined,
  };
}

/** Less than this is the network's doing: an answer takes its time. */
const TOLERATED_MS = MINUTE_MS;

export interface ServerClock {
  readonly now: () => number;
  readonly serverNow: () => number | undefined;
  /** Learns the time from an answer. */
  readonly onResponse: (response: Response) => void;
}

/** The server's time, learnt from its answers: phones' clocks are wrong by hours, and by years after an empty battery. */
export function createServerClock({ now, tell }: Pick<WorkerDeps, 'now' | 'tell'>): ServerClock {
  let aheadMs: number | undefined;
  return {
    now: () => now() - (aheadMs ?? 0),
    serverNow: () => (aheadMs === undefined ? undefined : now() - aheadMs),
    onResponse: ({ headers }) => {
      // Any other may come from a cache, with a time that is past.
      if (headers.get('cache-control') !== 'no-store') return;
      const differsMs = now() - Date.parse(headers.get('date') ?? '');
      if (Number.isNaN(differsMs)) return;
      const next = Math.abs(differsMs) < TOLERATED_MS ? 0 : differsMs;
      if (aheadMs !== undefined && Math.abs(next - aheadMs) < TOLERATED_MS) return;
      // Also that it is right: the page may still go by what a worker before this one has told.
      tell({ news: 'clock', aheadMs: next });
      aheadMs = next;
    },
  };
}
