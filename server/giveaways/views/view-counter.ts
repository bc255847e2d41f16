import type { Batches } from '../batch-writer.ts';

/** What a visit counts for: nothing but analytics, up to its network's share of a threshold, or everything. */
export const TRUST = { none: 0, device: 1, full: 2 } as const;

/** Who looks at a voucher, and how much is known of them. */
export interface Viewer {
  /** `u:{user}`, `d:{proven device}` or `a:{hash of address and browser}`. */
  readonly key: string;
  readonly trust: (typeof TRUST)[keyof typeof TRUST];
  /** Keyed hash of the network. */
  readonly network: string;
}

/** Counts views in memory and writes them in batches, at most one write a voucher and second from a node. */
export interface ViewCounter extends Batches {
  /**
   * A viewer looked at a voucher. Counts once in 12 hours.
   * @returns false when too many views are waiting already, so that this one is not taken.
   */
  add(voucherId: number, viewer: Viewer): boolean;
}
