import type { FromServiceWorker } from '../contract/sw-messages.ts';

const ANSWER_MS = 500;
/** A slow phone that is starting the page answers late, and a reload would lose typed text. */
export const SLOW_ANSWER_MS = 5_000;

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

export async function windowPath(
  window: Pick<WindowClient, 'url' | 'postMessage'>,
  sleep: (ms: number) => Promise<void>,
): Promise<string> {
  const path = await askWindow(window, { type: 'where' }, sleep);
  return typeof path === 'string' ? path : new URL(window.url).pathname;
}
