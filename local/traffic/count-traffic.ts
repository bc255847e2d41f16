import { SECOND_MS } from '../../contract/durations.ts';
import { addTraffic, addUp, NO_TRAFFIC, type Traffic, type TrafficKind } from './traffic.ts';

/** What of an entry of the browser's own record is counted; nothing of a document is its own where a worker answered. */
export interface Loaded {
  readonly name: string;
  /** Bytes that came, with a guess of their heads; 0 from a cache. Browsers without it count nothing. */
  readonly transferSize?: number;
  readonly entryType: string;
  /** Not 0 where a service worker was asked. */
  readonly workerStart?: number;
}

/** So that many files that come at once are one write. */
const WRITE_AFTER_MS = SECOND_MS;

const kindOf = (address: string): TrafficKind => {
  const { pathname } = new URL(address);
  if (pathname.startsWith('/api/')) return 'data';
  return /^\/(?:covers|avatars)\//.test(pathname) ? 'pictures' : 'app';
};

/** Bytes of each kind. What the service worker hands to a page it has counted itself. */
export function trafficOf(loaded: readonly Loaded[]): Traffic {
  const sum = { ...NO_TRAFFIC };
  for (const { name, transferSize = 0, entryType, workerStart = 0 } of loaded) {
    const isHandedOver = entryType === 'navigation' && workerStart > 0;
    if (!isHandedOver) sum[kindOf(name)] += transferSize;
  }
  return sum;
}

/** Counts what this thread loads, from its beginning on. @param types kinds of entries that it has */
export function countTraffic(types: readonly string[] = ['resource']): void {
  let waiting = NO_TRAFFIC;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    timer = undefined;
    // A figure of bytes is not worth a fault.
    addTraffic(waiting, Date.now()).catch(() => undefined);
    waiting = NO_TRAFFIC;
  };
  const observer = new PerformanceObserver((list) => {
    const traffic = trafficOf(list.getEntries());
    if (traffic.app + traffic.pictures + traffic.data === 0) return;
    waiting = addUp(waiting, traffic);
    timer ??= setTimeout(write, WRITE_AFTER_MS);
  });
  for (const type of types) observer.observe({ type, buffered: true });
}
