let settle = (): void => undefined;
const idle = new Promise<void>((resolve) => {
  settle = resolve;
});

/** Resolves when the first screen's data has arrived or failed, so that prefetching can start. */
export const whenNetworkIdle = (): Promise<void> => idle;

/** On a slow line covers arrive one by one, half a second apart. */
const QUIET_MS = 1_000;

export function awaitNetworkIdle(): void {
  const end = (): void => {
    observer.disconnect();
    settle();
  };
  let timer = setTimeout(end, QUIET_MS);
  const observer = new PerformanceObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(end, QUIET_MS);
  });
  observer.observe({ type: 'resource' });
}
