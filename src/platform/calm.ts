let settle = (): void => undefined;
const calm = new Promise<void>((resolve) => {
  settle = resolve;
});

/**
 * Resolves once what the first screen shows has come, or could not be had: on a slow line, what people may want next
 * has to let it pass.
 */
export const whenCalm = (): Promise<void> => calm;

/** Covers come one after the other on such a line, half a second each. */
const QUIET_MS = 1_000;

/** Once the first screen's data has come: waits until no picture or code has for a second. */
export function awaitCalm(): void {
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
