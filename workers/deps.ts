import type { GoodiesDatabase } from '../local/database.ts';
import type { DeviceKeys } from '../local/keys.ts';
import { classifyStorageError, type StorageState } from '../local/storage-failure.ts';
import type { UploadForm } from './upload.ts';

export interface Connectivity {
  /** False only when the device is certainly offline. */
  isOnline(): boolean;
  onChange(listener: () => void): void;
}

/** What the data worker takes from its surroundings, so that tests can supply it. */
export interface WorkerDeps {
  readonly db: GoodiesDatabase;
  readonly keys: DeviceKeys;
  readonly fetch: typeof fetch;
  readonly upload: UploadForm;
  readonly locks: Pick<LockManager, 'request'>;
  readonly caches: Pick<CacheStorage, 'delete'>;
  readonly connectivity: Connectivity;
  /** Takes an exception that was not foreseen; the page logs it. */
  readonly report: (error: unknown) => void;
  /** Tells the page how its device fares. */
  readonly tell: (news: PageNews) => void;
  /** ms since the epoch */
  readonly now: () => number;
  /** Settles after `ms` or as soon as the signal aborts; never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

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

/** Has an exception reported. One about the device's storage is told to its user; any other is a fault of the code. */
export function reportFault(
  { report, tell }: Pick<WorkerDeps, 'report' | 'tell'>,
  error: unknown,
): void {
  const state = classifyStorageError(error);
  if (state) tell({ news: 'storage', state });
  else report(error);
}

/** Settles after `ms` or as soon as the signal aborts. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
