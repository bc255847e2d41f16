import { sumOf } from './sum-of.ts';
import { readMetrics, type Stand } from './stand.ts';

export interface Node {
  readonly rssMb: number;
  readonly processorSeconds: number;
  /** The 99th percentile of the event loop's delay since the last read, ms. */
  readonly lateMs: number;
  readonly refused: number;
  readonly refusedSoon: number;
  readonly reasons: Readonly<Record<(typeof REASONS)[number], number>>;
}

export interface Refusals {
  readonly count: number;
  readonly soon: number;
  readonly reasons: Node['reasons'];
}

const REASONS = ['full', 'late', 'database'] as const;
const SOON = 'le="0.1"';
const MB = 1024 * 1024;

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

export function refusalsBetween(first: Node, last: Node): Refusals {
  const count = last.refused - first.refused;
  const reasons = Object.fromEntries(
    REASONS.map((reason) => [reason, last.reasons[reason] - first.reasons[reason]]),
  ) as Node['reasons'];
  return { count, soon: (last.refusedSoon - first.refusedSoon) / count, reasons };
}
