import { pendingCalls } from './worker/data-worker.ts';

/** On a slow line covers arrive one by one, half a second apart. */
const QUIET_MS = 1_000;

/** Resolves once page and data worker have fetched nothing for a second, so that prefetching can start. */
export function untilNetworkIdle(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      // The page does not see what its worker fetches.
      if (pendingCalls() > 0) return wait();
      observer.disconnect();
      resolve();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(end, QUIET_MS);
    };
    const observer = new PerformanceObserver(wait);
    observer.observe({ type: 'resource' });
    wait();
  });
}

let settle = (): void => undefined;
const idle = new Promise<void>((resolve) => {
  settle = resolve;
});

/** Resolves when the first screen's data has arrived or failed. */
export const whenFirstScreenLoaded = (): Promise<void> => idle;

export const awaitFirstScreen = (): Promise<void> => untilNetworkIdle().then(settle);
