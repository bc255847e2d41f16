/** Scroll positions by history entry, for the life of the tab. Positions in px. */
export interface ScrollMemory {
  save(key: string): void;
  read(key: string): number;
  /** Saves while the person scrolls and when the page goes away; returns the function that stops it. */
  watch(currentKey: () => string): () => void;
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

export function createScrollMemory(): ScrollMemory {
  const save = (key: string): void => {
    const { [key]: _replaced, ...others } = load();
    const entries = [...Object.entries(others), [key, Math.round(scrollY)] as const];
    try {
      sessionStorage.setItem(
        STORE,
        JSON.stringify(Object.fromEntries(entries.slice(-MAX_ENTRIES))),
      );
    } catch {
      // Private mode or a full store: going back then starts at the top.
    }
  };
  return {
    save,
    read: (key) => Number(load()[key]) || 0,
    watch(currentKey) {
      let timer = 0;
      const now = (): void => save(currentKey());
      const onScroll = (): void => {
        clearTimeout(timer);
        timer = window.setTimeout(now, SETTLE_MS);
      };
      addEventListener('scroll', onScroll, { passive: true });
      addEventListener('pagehide', now);
      return () => {
        clearTimeout(timer);
        removeEventListener('scroll', onScroll);
        removeEventListener('pagehide', now);
      };
    },
  };
}
