/** Lets some in at a time, the others in the order in which they came. */
export interface Semaphore {
  /**
   * Waits for a free place.
   * @returns what gives it back; more than once does nothing
   * @throws when none came free in time
   */
  acquire(): Promise<() => void>;
}

/** Nobody was let in within the time that they could wait. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

/**
 * @param places how many may be in at once
 * @param timeoutMs how long one waits; for ever without it
 */
export function createSemaphore(places: number, timeoutMs?: number): Semaphore {
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
  };
}
