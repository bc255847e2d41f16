/** Times are in milliseconds from the beginning of the navigation. */
export interface PageReport {
  readonly firstPaintMs: number | null;
  readonly largestPaintMs: number | null;
  /** After this time no task blocked the thread for 50 ms. */
  readonly interactiveMs: number | null;
  readonly layoutShift: number;
  readonly offlineReadyMs: number | null;
  readonly text: string;
}

interface Recording {
  largestPaintMs: number | null;
  lastLongTaskEndMs: number;
  layoutShift: number;
  offlineReadyMs: number | null;
}

declare global {
  interface Window {
    recording?: Recording;
  }
  interface PerformanceEntry {
    readonly value?: number;
    readonly hadRecentInput?: boolean;
  }
}

/** The page runs this function alone, so it must not refer to anything outside itself. */
export function record(): void {
  const recording: Recording = {
    largestPaintMs: null,
    lastLongTaskEndMs: 0,
    layoutShift: 0,
    offlineReadyMs: null,
  };
  window.recording = recording;
  const watch = (type: string, note: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  };
  watch('largest-contentful-paint', (entry) => {
    recording.largestPaintMs = entry.startTime;
  });
  watch('longtask', (entry) => {
    recording.lastLongTaskEndMs = entry.startTime + entry.duration;
  });
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) recording.layoutShift += entry.value ?? 0;
  });
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
    largestPaintMs: recording?.largestPaintMs ?? null,
    interactiveMs:
      firstPaintMs === null
        ? null
        : Math.max(
            firstPaintMs,
            navigation?.domContentLoadedEventEnd ?? 0,
            recording?.lastLongTaskEndMs ?? 0,
          ),
    layoutShift: recording?.layoutShift ?? 0,
    offlineReadyMs: recording?.offlineReadyMs ?? null,
    text: document.body?.innerText ?? '',
  };
}
