import { AppError } from '../http/app-error.ts';
import { createSemaphore } from '../db/semaphore.ts';

export interface GateSize {
  readonly atOnce: number;
  readonly waiting: number;
}

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** @throws AppError `busy` when the queue is full, before any of the work is done */
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
