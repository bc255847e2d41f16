import type { Batches } from '../batch-writer.ts';

/** `none` counts in the analytics only, `device` up to its network's share of a threshold. */
export const TRUST = { none: 0, device: 1, full: 2 } as const;

export interface Viewer {
  /** `u:{user}`, `d:{proven device}` or `a:{hash of address and browser}`. */
  readonly key: string;
  readonly trust: (typeof TRUST)[keyof typeof TRUST];
  /** Keyed hash of the network. */
  readonly network: string;
}

export interface ViewCounter extends Batches {
  /** @returns false when the queue is full */
  add(voucherId: number, viewer: Viewer): boolean;
}
