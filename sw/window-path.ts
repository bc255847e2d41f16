import type { FromServiceWorker } from '../contract/sw-messages.ts';
import { ask } from './ask.ts';

/**
 * The path that a window shows now. Browsers tell the address that it was opened at, and the app moves without loading
 * anew; so it is asked, and only where it does not answer is it what the browser says.
 */
export async function windowPath(
  window: Pick<WindowClient, 'url' | 'postMessage'>,
  sleep: (ms: number) => Promise<void>,
): Promise<string> {
  const path = await ask<FromServiceWorker>(window, { type: 'where' }, sleep);
  return typeof path === 'string' ? path : new URL(window.url).pathname;
}
