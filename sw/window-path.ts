import type { FromServiceWorker } from '../contract/sw-messages.ts';

/** A window answers at once, or it is of a version that does not know the question. */
const TIMEOUT_MS = 500;

/**
 * The path that a window shows now. Browsers tell the address that it was opened at, and the app moves without loading
 * anew; so it is asked, and only where it does not answer is it what the browser says.
 */
export function windowPath(
  window: Pick<WindowClient, 'url' | 'postMessage'>,
  sleep: (ms: number) => Promise<void>,
): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(String(data)), {
      once: true,
    });
  });
  port1.start();
  window.postMessage({ type: 'where' } satisfies FromServiceWorker, [port2]);
  return Promise.race([answer, sleep(TIMEOUT_MS).then(() => new URL(window.url).pathname)]).finally(
    () => port1.close(),
  );
}
