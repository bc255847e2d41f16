/** The longest that a page may take to grow back to its height; after that the person is where they are. */
const TIMEOUT_MS = 5_000;
const USER_SCROLLS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the former place as soon as the page is tall enough for it: a list that comes from the
 * database is not there in its first frame. Gives up when the user scrolls.
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
    for (const name of USER_SCROLLS) removeEventListener(name, stop);
  };
  const observer = new ResizeObserver(() => {
    if (isThere()) stop();
  });
  observer.observe(document.body);
  const timer = setTimeout(stop, TIMEOUT_MS);
  for (const name of USER_SCROLLS) addEventListener(name, stop, { passive: true });
  return stop;
}
