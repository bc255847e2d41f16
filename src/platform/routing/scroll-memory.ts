/** Scroll positions by history entry, for the life of the tab. Positions in px. */
export interface ScrollMemory {
  /** Names the entry whose page is on screen from now on. Where the last one stood is stored. */
  show(key: string): void;
  /** Stores where the page on screen is, unless that is not where its user left it. */
  save(): void;
  read(key: string): number;
  /** While it holds nothing is stored: the page is on its way back to where its user left it. */
  hold(isHeld: boolean): void;
  /** Saves while the person scrolls and when the page goes away; returns the function that stops it. */
  watch(): () => void;
}

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
    // Private mode or a full store: going back then starts at the top.
  }
}

export function createScrollMemory(): ScrollMemory {
  let shown: string | undefined;
  let isHeld = false;
  let timer = 0;
  /** The place that the last scroll of the page on screen led to, until it is stored. */
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
    show(key) {
      if (key === shown) return;
      // By now another page is on screen: what counts is where the last scroll of this one led to.
      flush();
      shown = key;
    },
    save,
    read: (key) => Number(load()[key]) || 0,
    hold(next) {
      isHeld = next;
    },
    watch() {
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
