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
