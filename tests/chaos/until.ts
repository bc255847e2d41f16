import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 250;

/**
 * Looks again and again until something is found.
 * @throws Error with `failure` when it is not found in time
 */
export async function until<T>(
  withinMs: number,
  failure: string,
  look: () => Promise<T | undefined>,
): Promise<T> {
  const deadlineMs = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadlineMs) throw new Error(failure);
    await delay(LOOK_EVERY_MS);
  }
}
