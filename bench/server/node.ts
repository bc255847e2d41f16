import { sumOf } from './sum-of.ts';
import { readMetrics, type Stand } from './stand.ts';

/** What a server says of itself at a moment. */
export interface Node {
  readonly rssMb: number;
  /** What it has used of the processor so far. */
  readonly processorSeconds: number;
  /** The 99th percentile of how late its event loop was since it was asked before, ms. */
  readonly lateMs: number;
  /** Refusals so far, and how many of them took it less than 100 ms from when it had read the request. */
  readonly refused: number;
  readonly refusedSoon: number;
  /** How many of them for want of room, of time of the event loop, and of the database. */
  readonly reasons: Readonly<Record<(typeof REASONS)[number], number>>;
}

/** What it refused in a time. */
export interface Refusals {
  readonly count: number;
  /** The share that took it less than 100 ms, 0 to 1. */
  readonly soon: number;
  readonly reasons: Node['reasons'];
}

const REASONS = ['full', 'late', 'database'] as const;
const SOON = 'le="0.1"';
const MB = 1024 * 1024;

/** Asks a stand's server. */
export async function readNode(stand: Stand): Promise<Node> {
  const metrics = await readMetrics(stand);
  const answers = 'http_request_duration_seconds';
  const refused = 'status="503"';
  return {
    rssMb: sumOf(metrics, 'process_resident_memory_bytes') / MB,
    processorSeconds: sumOf(metrics, 'process_cpu_seconds_total'),
    lateMs: sumOf(metrics, 'nodejs_eventloop_lag_p99_seconds') * 1000,
    refused: sumOf(metrics, `${answers}_count`, refused),
    reasons: Object.fromEntries(
      REASONS.map((reason) => [
        reason,
        sumOf(metrics, 'requests_shed_total', `reason="${reason}"`),
      ]),
    ) as Node['reasons'],
    refusedSoon: sumOf(metrics, `${answers}_bucket`, refused, SOON),
  };
}

/** What a server refused between two moments. */
export function refusalsBetween(first: Node, last: Node): Refusals {
  const count = last.refused - first.refused;
  const reasons = Object.fromEntries(
    REASONS.map((reason) => [reason, last.reasons[reason] - first.reasons[reason]]),
  ) as Node['reasons'];
  return { count, soon: (last.refusedSoon - first.refusedSoon) / count, reasons };
}
