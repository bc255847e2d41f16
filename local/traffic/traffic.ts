import { get, update } from 'idb-keyval';

import { MINUTE_MS } from '../../contract/durations.ts';
import { TRAFFIC_KEY } from '../../contract/storage-keys.ts';

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

export const addUp = (a: Traffic, b: Traffic): Traffic => ({
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
