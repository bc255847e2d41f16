import { get, update } from 'idb-keyval';

import { MINUTE_MS, SECOND_MS } from '../contract/durations.ts';
import { TRAFFIC_KEY } from '../contract/storage-keys.ts';

export const TRAFFIC_KINDS = ['app', 'pictures', 'data'] as const;
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];

export type Traffic = Readonly<Record<TrafficKind, number>>;

export interface CountedTraffic {
  readonly session: Traffic;
  readonly month: Traffic;
}

interface StoredTraffic extends CountedTraffic {
  readonly at: number;
}

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

function currentOf(stored: StoredTraffic | undefined, nowMs: number): CountedTraffic {
  const isOf = (holds: boolean, traffic: Traffic | undefined): Traffic =>
    (holds && traffic) || NO_TRAFFIC;
  const at = stored?.at ?? 0;
  return {
    session: isOf(nowMs - at < SESSION_GAP_MS, stored?.session),
    month: isOf(monthOf(nowMs) === monthOf(at), stored?.month),
  };
}

export const readTraffic = async (nowMs: number): Promise<CountedTraffic> =>
  currentOf(await get<StoredTraffic>(TRAFFIC_KEY), nowMs);

/** One transaction, because page, data worker and service worker all write it. */
export const addTraffic = (traffic: Traffic, nowMs: number): Promise<void> =>
  update<StoredTraffic>(TRAFFIC_KEY, (stored) => {
    const { session, month } = currentOf(stored, nowMs);
    return { session: addUp(session, traffic), month: addUp(month, traffic), at: nowMs };
  });

export interface Loaded {
  readonly name: string;
  readonly transferSize?: number;
  readonly entryType: string;
  readonly workerStart?: number;
}

const WRITE_AFTER_MS = SECOND_MS;

const kindOf = (address: string): TrafficKind => {
  const { pathname } = new URL(address);
  if (pathname.startsWith('/api/')) return 'data';
  return /^\/(?:covers|avatars)\//.test(pathname) ? 'pictures' : 'app';
};

/** Skips files from the service worker, which counts them itself. */
export function trafficOf(loaded: readonly Loaded[]): Traffic {
  const sum = { ...NO_TRAFFIC };
  for (const { name, transferSize = 0, entryType, workerStart = 0 } of loaded) {
    const isHandedOver = entryType === 'navigation' && workerStart > 0;
    if (!isHandedOver) sum[kindOf(name)] += transferSize;
  }
  return sum;
}

export function countTraffic(types: readonly string[] = ['resource']): void {
  let waiting = NO_TRAFFIC;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    timer = undefined;
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
