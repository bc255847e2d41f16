import type { StorageState } from '../local/storage-failure.ts';

/** What the data worker tells its page by itself. */
export type PageNews =
  /** An exception that was not foreseen. */
  | { readonly news: 'fault'; readonly error: Error }
  /** This device has forgotten its user, who did not sign out: the session has expired, or is another user's now. */
  | { readonly news: 'expired' }
  /** What answered a call was not our server. */
  | { readonly news: 'strange' }
  | { readonly news: 'storage'; readonly state: StorageState }
  /** How far this device's clock is ahead of the server's. */
  | { readonly news: 'clock'; readonly aheadMs: number }
  /** Something was stored that must not get lost. */
  | { readonly news: 'kept' };
