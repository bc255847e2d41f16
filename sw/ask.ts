/** Who is asked answers at once, or is of a version that does not know the question. */
const ANSWER_MS = 500;
/** A slow phone that starts the page answers late, and what is typed into it meanwhile would be lost. */
export const SLOW_ANSWER_MS = 5_000;

interface Asked<Question> {
  postMessage(question: Question, transfer: Transferable[]): void;
}

/**
 * Asks a page or another service worker, with a port for the answer.
 * @returns undefined where none comes in time
 */
export function ask<Question>(
  asked: Asked<Question>,
  question: Question,
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
  asked.postMessage(question, [port2]);
  return Promise.race([answer, sleep(timeoutMs)]).finally(() => port1.close());
}
