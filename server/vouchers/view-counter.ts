/** Counts views in memory and writes them in batches, at most one write a voucher and second from a node. */
export interface ViewCounter {
  /** A viewer looked at a voucher: `u:{user}`, `d:{device}` or `a:{hash}`. Counts once in 12 hours. */
  add(voucherId: number, viewer: string): void;
  /** Writes what is waiting now; on shutdown and in tests. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}
