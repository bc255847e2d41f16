/** Lets some in at a time, the others in the order in which they came. */
export interface Semaphore {
  /**
   * Waits for a free place.
   * @returns what gives it back; more than once does nothing
   * @throws BusyError when none came free in time, and at once where as many wait as may
   */
  acquire(): Promise<() => void>;
  /** How many wait. */
  readonly waiting: number;
}

/** There are too many: one was not let in within the time that it could wait, or was not let wait at all. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

interface SemaphoreSize {
  /** How many may be in at once. */
  readonly places: number;
  /** How many may wait; any number without it. */
  readonly maxWaiting?: number;
  /** How long one waits; for ever without it. */
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
