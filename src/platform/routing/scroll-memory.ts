const STORE = 'scroll';
const MAX_ENTRIES = 50;
const SETTLE_MS = 100;

type Positions = Record<string, number>;

function load(): Positions {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Positions) : {};
  } catch {
    return {};
  }
}

function store(key: string, top: number): void {
  const { [key]: _replaced, ...others } = load();
  const entries = [...Object.entries(others), [key, Math.round(top)] as const];
  try {
    sessionStorage.setItem(STORE, JSON.stringify(Object.fromEntries(entries.slice(-MAX_ENTRIES))));
  } catch {
    // Private mode or a full storage: going back then starts at the top.
  }
}

export function createScrollMemory() {
  let shown: string | undefined;
  let isHeld = false;
  let timer = 0;
  let pending: number | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    if (shown !== undefined && pending !== undefined) store(shown, pending);
    pending = undefined;
  };
  const save = (): void => {
    if (!isHeld) pending = scrollY;
    flush();
  };
  const onScroll = (): void => {
    if (isHeld) return;
    pending = scrollY;
    clearTimeout(timer);
    timer = window.setTimeout(flush, SETTLE_MS);
  };
  return {
    show(key: string): void {
      if (key === shown) return;
      // The next page is already on screen, so the last known position is stored.
      flush();
      shown = key;
    },
    save,
    read: (key: string): number => Number(load()[key]) || 0,
    /** While true nothing is stored, because the page is still scrolling to its old position. */
    hold(next: boolean): void {
      isHeld = next;
    },
    watch(): () => void {
      addEventListener('scroll', onScroll, { passive: true });
      addEventListener('pagehide', save);
      return () => {
        clearTimeout(timer);
        removeEventListener('scroll', onScroll);
        removeEventListener('pagehide', save);
      };
    },
  };
}

/** A slow phone draws a list row by row, with pauses shorter than this. */
const QUIET_MS = 1_500;
const TIMEOUT_MS = 20_000;
const USER_SCROLLS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
const BUSY = 'main[aria-busy="true"], main [aria-busy="true"]';

/** Restores a scroll position (px) while rows load; ends when the page is complete or scrolled. */
export function returnToScroll(top: number, onEnd: () => void): () => void {
  const { style } = document.documentElement;
  let quiet = 0;
  const go = (): void => {
    scrollTo(0, top);
    clearTimeout(quiet);
    quiet = window.setTimeout(settle, QUIET_MS);
  };
  const stop = (): void => {
    if (!observer) return;
    observer.disconnect();
    observer = undefined;
    clearTimeout(quiet);
    clearTimeout(timeout);
    style.removeProperty('overflow-anchor');
    for (const name of USER_SCROLLS) removeEventListener(name, stop);
    onEnd();
  };
  const settle = (): void => {
    if (document.querySelector(BUSY)) go();
    else stop();
  };
  let observer: ResizeObserver | undefined = new ResizeObserver(go);
  const timeout = setTimeout(stop, TIMEOUT_MS);
  for (const name of USER_SCROLLS) addEventListener(name, stop, { passive: true });
  style.setProperty('overflow-anchor', 'none');
  go();
  observer.observe(document.body);
  return stop;
}
