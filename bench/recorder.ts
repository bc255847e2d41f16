/** Times are in milliseconds from the beginning of the navigation. */
export interface PageReport {
  readonly firstPaintMs: number | null;
  /** After this time no task blocked the thread for 50 ms. */
  readonly interactiveMs: number | null;
  readonly offlineReadyMs: number | null;
  /** Tells whether an offline page shows what the page online did. */
  readonly heading: string | null;
}

interface Recording {
  lastLongTaskEndMs: number;
  offlineReadyMs: number | null;
}

declare global {
  interface Window {
    recording?: Recording;
  }
}

/** The page runs this function alone, so it must not refer to anything outside itself. */
export function record(): void {
  const recording: Recording = { lastLongTaskEndMs: 0, offlineReadyMs: null };
  window.recording = recording;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      recording.lastLongTaskEndMs = startTime + duration;
  }).observe({ type: 'longtask', buffered: true });
  void navigator.serviceWorker?.ready.then(({ active }) => {
    const note = () => {
      if (active?.state === 'activated') recording.offlineReadyMs ??= performance.now();
    };
    note();
    active?.addEventListener('statechange', note);
  });
}

export function report(): PageReport {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const firstPaintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null;
  const { recording } = window;
  return {
    firstPaintMs,
    interactiveMs:
      firstPaintMs === null
        ? null
        : Math.max(
            firstPaintMs,
            navigation?.domContentLoadedEventEnd ?? 0,
            recording?.lastLongTaskEndMs ?? 0,
          ),
    offlineReadyMs: recording?.offlineReadyMs ?? null,
    heading: document.querySelector('h1, h2')?.textContent ?? null,
  };
}
