/** So long nothing has grown or shrunk when a page is whole: a slow phone draws a list row by row. */
const QUIET_MS = 1_500;
/** A page that takes longer stays where it is. */
const TIMEOUT_MS = 20_000;
const USER_SCROLLS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** What stands in for something that is on its way. */
const BUSY = 'main[aria-busy="true"], main [aria-busy="true"]';

/**
 * Scrolls to the former place and holds it while the page grows: rows that come from the database are drawn above a
 * footer that is there already, which the browser would keep in sight. Ends once the page is whole, or the user scrolls.
 * @param top px from the top of the document
 * @param onEnd called once when it ends
 * @returns the function that ends it
 */
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
