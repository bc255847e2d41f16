import { get, update } from 'idb-keyval';

import { MINUTE_MS, SECOND_MS } from '../contract/durations.ts';
import { TRAFFIC_KEY } from '../contract/storage-keys.ts';

/** What bytes were for: the app itself with its pages, pictures and videos, and everything that is told or asked. */
export const TRAFFIC_KINDS = ['app', 'pictures', 'data'] as const;
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];

/** Bytes of each kind. */
export type Traffic = Readonly<Record<TrafficKind, number>>;

/** What came over the network to this device, as far as the browser tells. */
export interface CountedTraffic {
  readonly session: Traffic;
  readonly month: Traffic;
}

interface StoredTraffic extends CountedTraffic {
  /** When something came last, ms since the epoch. */
  readonly at: number;
}

/** After so long without a byte, the next one begins a session. */
const SESSION_GAP_MS = 30 * MINUTE_MS;

export const NO_TRAFFIC: Traffic = { app: 0, pictures: 0, data: 0 };

const monthOf = (ms: number): string => {
  const date = new Date(ms);
  return `${date.getFullYear()}-${date.getMonth()}`;
};

const addUp = (a: Traffic, b: Traffic): Traffic => ({
  app: a.app + b.app,
  pictures: a.pictures + b.pictures,
  data: a.data + b.data,
});

/** What still counts at a time: a month and a session end by themselves. */
function currentOf(stored: StoredTraffic | undefined, nowMs: number): CountedTraffic {
  const isOf = (holds: boolean, traffic: Traffic | undefined): Traffic =>
    (holds && traffic) || NO_TRAFFIC;
  const at = stored?.at ?? 0;
  return {
    session: isOf(nowMs - at < SESSION_GAP_MS, stored?.session),
    month: isOf(monthOf(nowMs) === monthOf(at), stored?.month),
  };
}

/** What counts now. */
export const readTraffic = async (nowMs: number): Promise<CountedTraffic> =>
  currentOf(await get<StoredTraffic>(TRAFFIC_KEY), nowMs);

/** Adds what came to both figures, in one transaction: page, data worker and service worker all do. */
export const addTraffic = (traffic: Traffic, nowMs: number): Promise<void> =>
  update<StoredTraffic>(TRAFFIC_KEY, (stored) => {
    const { session, month } = currentOf(stored, nowMs);
    return { session: addUp(session, traffic), month: addUp(month, traffic), at: nowMs };
  });

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
