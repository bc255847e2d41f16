import { AppError } from '../http/app-error.ts';
import { createSemaphore } from '../db/semaphore.ts';

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
  const places = createSemaphore({ places: atOnce, maxWaiting: waiting });
  return async (work) => {
    const leave = await places.acquire().catch(() => {
      throw new AppError('busy');
    });
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
