import { isTheme, type Theme } from './theme.ts';

/**
 * Messages between page (or data worker) and service worker: one union a direction.
 * The service worker may be newer than the page, so both sides answer an unknown type by ignoring it.
 */
export type ToServiceWorker =
  /** The user accepted the update that waits. */
  | { readonly type: 'skip-waiting' }
  /** The outbox has rows; send them. For browsers without Background Sync. */
  | { readonly type: 'drain-outbox' }
  /** Keep the server-rendered document of this path for offline visits. */
  | { readonly type: 'keep-document'; readonly path: string }
  /** A theme was chosen: put it into the pages that are kept. */
  | { readonly type: 'keep-theme'; readonly theme: Theme }
  /** Sign-out: drop everything private, answer on the port when done. */
  | { readonly type: 'forget-user' };

export type FromServiceWorker =
  /** A notification was clicked while this window was open. */
  { readonly type: 'navigate'; readonly path: string } | { readonly type: 'user-forgotten' };

const TO_TYPES: ReadonlySet<string> = new Set<ToServiceWorker['type']>([
  'skip-waiting',
  'drain-outbox',
  'keep-document',
  'keep-theme',
  'forget-user',
]);

/** Whether `data` is a message that this version of the service worker knows. */
export function isToServiceWorker(data: unknown): data is ToServiceWorker {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  if (typeof data.type !== 'string' || !TO_TYPES.has(data.type)) return false;
  if (data.type === 'keep-theme') return 'theme' in data && isTheme(data.theme);
  return data.type !== 'keep-document' || ('path' in data && typeof data.path === 'string');
}
