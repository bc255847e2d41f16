/** Safari has no idle callback: there the page that is being drawn gets this long to itself, ms. */
const CALM_AFTER_MS = 2_000;

/** Runs something that nobody waits for, once the page has drawn what they do wait for. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, CALM_AFTER_MS);
};
