/**
 * Messages between page (or data worker) and service worker: one union a direction.
 * The service worker may be newer than the page, so both sides answer an unknown type by ignoring it.
 */
export type ToServiceWorker =
  /** The user accepted the update that waits. */
  | { readonly type: 'skip-waiting' }
  /** The outbox has rows; send them. For browsers without Background Sync. */
  | { readonly type: 'drain-outbox' }
  /** A newer one is about to take your place: finish what you are doing. */
  | { readonly type: 'retire' }
  /** Cache the server-rendered document of this path for offline visits. */
  | { readonly type: 'cache-document'; readonly path: string }
  /** Cache the code of every page, as far as it is not cached yet. */
  | { readonly type: 'keep-code' }
  /** Sign-out: drop everything private, answer on the port when done. */
  | { readonly type: 'forget-user' };

export type FromServiceWorker =
  /** A notification was clicked while this window was open. Answered on the port. */
  | { readonly type: 'navigate'; readonly path: string }
  /** Rows of the outbox were sent and are gone. */
  | { readonly type: 'outbox-sent' }
  /** Where are you? Answered with the path, on the port. */
  | { readonly type: 'where' }
  /** A push message came: there is something new to be told. */
  | { readonly type: 'pushed' }
  | { readonly type: 'user-forgotten' };

const TO_TYPES: ReadonlySet<string> = new Set<ToServiceWorker['type']>([
  'skip-waiting',
  'drain-outbox',
  'cache-document',
  'keep-code',
  'retire',
  'forget-user',
]);

/** Whether `data` is a message that this version of the service worker knows. */
export function isToServiceWorker(data: unknown): data is ToServiceWorker {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  if (typeof data.type !== 'string' || !TO_TYPES.has(data.type)) return false;
  return data.type !== 'cache-document' || ('path' in data && typeof data.path === 'string');
}
