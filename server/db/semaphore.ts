export interface Semaphore {
  /** @returns a release function that may be called twice @throws BusyError on timeout or a full queue */
  acquire(): Promise<() => void>;
  readonly waiting: number;
}

export class BusyError extends Error {
  override readonly name = 'BusyError';
}

interface SemaphoreSize {
  readonly places: number;
  readonly maxWaiting?: number;
  readonly timeoutMs?: number | undefined;
}

export function createSemaphore({
  places,
  maxWaiting = Number.POSITIVE_INFINITY,
  timeoutMs,
}: SemaphoreSize): Semaphore {
  let free = places;
  const waiting = new Set<() => void>();

  const leaveOnce = (): (() => void) => {
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const [next] = waiting;
      if (next) next();
      else free += 1;
    };
  };

  return {
    acquire() {
      if (free > 0) {
        free -= 1;
        return Promise.resolve(leaveOnce());
      }
      if (waiting.size >= maxWaiting)
        return Promise.reject(new BusyError('too many wait for a turn'));
      return new Promise((resolve, reject) => {
        const enter = (): void => {
          clearTimeout(timer);
          waiting.delete(enter);
          resolve(leaveOnce());
        };
        const timer =
          timeoutMs === undefined
            ? undefined
            : setTimeout(() => {
                waiting.delete(enter);
                reject(new BusyError('waited too long for a turn'));
              }, timeoutMs);
        waiting.add(enter);
      });
    },
    get waiting() {
      return waiting.size;
    },
  };
}
