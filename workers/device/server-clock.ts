import { MINUTE_MS } from '../../contract/durations.ts';
import type { WorkerDeps } from '../deps.ts';

/** Less than this is the network's doing: an answer takes its time. */
const TOLERATED_MS = MINUTE_MS;

export interface ServerClock {
  readonly now: () => number;
  readonly serverNow: () => number | undefined;
  /** Learns the time from an answer. */
  readonly hear: (response: Response) => void;
}

/** The server's time, learnt from its answers: phones' clocks are wrong by hours, and by years after an empty battery. */
export function createServerClock({ now, tell }: Pick<WorkerDeps, 'now' | 'tell'>): ServerClock {
  let aheadMs: number | undefined;
  return {
    now: () => now() - (aheadMs ?? 0),
    serverNow: () => (aheadMs === undefined ? undefined : now() - aheadMs),
    hear: ({ headers }) => {
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
