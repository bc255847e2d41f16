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
      // A cache on the way tells how old its copy is.
      const ageMs = Number(headers.get('age')) * 1_000;
      const differsMs = now() - Date.parse(headers.get('date') ?? '') - ageMs;
      if (Number.isNaN(differsMs)) return;
      const next = Math.abs(differsMs) < TOLERATED_MS ? 0 : differsMs;
      if (aheadMs !== undefined && Math.abs(next - aheadMs) < TOLERATED_MS) return;
      if (next !== (aheadMs ?? 0)) tell({ news: 'clock', aheadMs: next });
      aheadMs = next;
    },
  };
}
