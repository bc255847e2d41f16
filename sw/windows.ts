import type { FromServiceWorker } from '../contract/sw-messages.ts';

const ANSWER_MS = 500;
/** A slow phone that starts the page answers late, and what is typed into it meanwhile would be lost. */
export const SLOW_ANSWER_MS = 5_000;

/**
 * Asks a page, with a port for the answer.
 * @returns undefined where none comes in time
 */
export function askWindow(
  window: Pick<WindowClient, 'postMessage'>,
  question: FromServiceWorker,
  sleep: (ms: number) => Promise<void>,
  timeoutMs = ANSWER_MS,
): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<unknown>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data), {
      once: true,
    });
  });
  port1.start();
  window.postMessage(question, [port2]);
  return Promise.race([answer, sleep(timeoutMs)]).finally(() => port1.close());
}

/**
 * The path that a window shows now. The browser knows only the address that it was opened at, since the app's router
 * moves without loading anew; it is the answer where the page gives none.
 */
export async function windowPath(
  window: Pick<WindowClient, 'url' | 'postMessage'>,
  sleep: (ms: number) => Promise<void>,
): Promise<string> {
  const path = await askWindow(window, { type: 'where' }, sleep);
  return typeof path === 'string' ? path : new URL(window.url).pathname;
}
