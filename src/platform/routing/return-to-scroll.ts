/** The longest that a page may take to grow back to its height; after that the person is where they are. */
const PATIENCE_MS = 5_000;
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to where somebody was, as soon as the page is tall enough for it: a list that comes from the
 * database is not there in its first frame. Gives up when they scroll by themselves.
 * @param top px from the top of the document
 * @returns the function that stops it
 */
export function returnToScroll(top: number): () => void {
  const isThere = (): boolean => {
    scrollTo(0, top);
    return Math.ceil(scrollY) >= top;
  };
  if (isThere()) return () => undefined;
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    for (const name of TAKES_OVER) removeEventListener(name, stop);
  };
  const observer = new ResizeObserver(() => {
    if (isThere()) stop();
  });
  observer.observe(document.body);
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const name of TAKES_OVER) addEventListener(name, stop, { passive: true });
  return stop;
}
