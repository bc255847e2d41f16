/** What nodes themselves say of a time: how long reads took from their arrival, and how late they were. */
export interface NodeTimes {
  /** Reads that were answered. */
  readonly reads: number;
  /** The first bound of the histogram within which 99 % of them were, ms; infinite past all of them. */
  readonly p99WithinMs: number;
  /** The longest that an event loop kept anything waiting, ms. */
  readonly latestMs: number;
}

const BUCKET =
  /^http_request_duration_seconds_bucket\{le="([^"]+)",method="GET",route="([^"]+)",status="200"\} (\d+)$/gm;
const LATEST = /^nodejs_eventloop_lag_max_seconds ([\d.e-]+)$/m;
const MS = 1_000;
const SHARE = 0.99;

/** Counts of the histogram of reads, by the bound of each bucket in ms. */
type Buckets = ReadonlyMap<number, number>;

async function readMetrics(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`);
  if (!answer.ok) throw new Error(`${url}/metrics answered ${answer.status}`);
  return answer.text();
}

function bucketsOf(texts: readonly string[], routes: readonly string[]): Buckets {
  const buckets = new Map<number, number>();
  for (const [, bound = '', route = '', count] of texts.flatMap((text) => [
    ...text.matchAll(BUCKET),
  ])) {
    if (!routes.includes(route)) continue;
    const ms = bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound) * MS;
    buckets.set(ms, (buckets.get(ms) ?? 0) + Number(count));
  }
  return buckets;
}

/**
 * Begins to listen to nodes.
 * @param routes patterns of the reads that count
 * @returns tells of the time since then, or since it was last asked
 */
export async function listenToNodes(
  urls: readonly string[],
  routes: readonly string[],
): Promise<() => Promise<NodeTimes>> {
  // Being asked is what begins the next time for the event loop's lag.
  let before = bucketsOf(await Promise.all(urls.map(readMetrics)), routes);
  return async () => {
    const texts = await Promise.all(urls.map(readMetrics));
    const buckets = bucketsOf(texts, routes);
    const since = [...buckets]
      .map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)] as const)
      .toSorted(([a], [b]) => a - b);
    before = buckets;
    const reads = since.at(-1)?.[1] ?? 0;
    const [p99WithinMs] = since.find(([, count]) => count >= reads * SHARE) ?? [Number.NaN];
    const late = texts.map((text) => Number(LATEST.exec(text)?.[1] ?? Number.NaN));
    return { reads, p99WithinMs, latestMs: Math.max(...late) * MS };
  };
}
