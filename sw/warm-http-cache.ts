/**
 * Files under way at once. One at a time, as Workbox installs them, each costs a round trip; all at once,
 * the page that is being read would get nothing.
 */
export const PARALLEL_FETCHES = 5;

/**
 * Fetches files into the browser's HTTP cache, several at a time, so that Workbox then finds them there.
 * Their names say their content, so what is there already is not fetched again. A failure is left to Workbox.
 */
export async function warmHttpCache(
  fetch: (url: string) => Promise<Response>,
  urls: readonly string[],
): Promise<void> {
  const waiting = urls.values();
  const work = async (): Promise<void> => {
    for (const url of waiting) {
      await fetch(url)
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, work));
}
