/** Page and service worker can have different versions, so unknown types are ignored. */
export type ToServiceWorker =
  | { readonly type: 'skip-waiting' }
  /** For browsers without Background Sync. */
  | { readonly type: 'drain-outbox' }
  | { readonly type: 'retire' }
  | { readonly type: 'cache-document'; readonly path: string }
  | { readonly type: 'keep-code' }
  | { readonly type: 'forget-user' };

export type FromServiceWorker =
  | { readonly type: 'navigate'; readonly path: string }
  | { readonly type: 'outbox-sent' }
  | { readonly type: 'where' }
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

export function isToServiceWorker(data: unknown): data is ToServiceWorker {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  if (typeof data.type !== 'string' || !TO_TYPES.has(data.type)) return false;
  return data.type !== 'cache-document' || ('path' in data && typeof data.path === 'string');
}
