import { AppError } from '../http/app-error.ts';

export interface GateSize {
  /** Runs of work at the same time. */
  readonly atOnce: number;
  /** Runs that may wait for their turn; more are refused. */
  readonly waiting: number;
}

/** Runs work when its turn has come. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A door for work that takes a processor or much memory: a few at a time, the others wait in a row, and past
 * the end of the row they are refused at once, so that what is in it is done soon.
 * @throws AppError `busy` where the row is full, before any of the work is done
 */
export function createGate({ atOnce, waiting }: GateSize): Gate {
  const row: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (row.length >= waiting) throw new AppError('busy');
      // A run that ends hands its place over, so that no other slips in between.
      await new Promise<void>((resolve) => {
        row.push(resolve);
      });
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = row.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
