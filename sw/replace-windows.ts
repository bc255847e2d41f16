import type { FromServiceWorker } from '../contract/sw-messages.ts';
import { SLOW_ANSWER_MS, ask } from './ask.ts';

/**
 * Has every page of a broken build loaded anew. One that runs does so itself, once no command is under way and nothing
 * half-typed would be lost; one that does not answer has nothing to lose.
 */
export async function replaceWindows(
  windows: readonly Pick<WindowClient, 'url' | 'postMessage' | 'navigate'>[],
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  await Promise.allSettled(
    windows.map(async (window) => {
      const answer = await ask<FromServiceWorker>(
        window,
        { type: 'replace' },
        sleep,
        SLOW_ANSWER_MS,
      );
      if (answer === undefined) await window.navigate(window.url);
    }),
  );
}
