/** Counts views in memory and writes them in batches, at most one write a voucher and second from a node. */
export interface ViewCounter {
  /**
   * A viewer looked at a voucher: `u:{user}`, `d:{device}` or `a:{hash}`. Counts once in 12 hours.
   * @returns false when too many views are waiting already, so that this one is not taken.
   */
  add(voucherId: number, viewer: string): boolean;
  /** Resolves once everything added before stands in the database; waits for the next write, it does not hurry it. */
  written(): Promise<void>;
  /** Writes what is waiting now; on shutdown and in tests. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}
