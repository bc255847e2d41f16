import type { GoodiesDatabase } from '../local/database.ts';
import type { DeviceKeys } from '../local/keys.ts';
import { classifyStorageError, type StorageState } from '../local/storage-failure.ts';
import type { UploadForm } from './upload.ts';

export interface Connectivity {
  /** False only if the device is certainly offline. */
  isOnline(): boolean;
  onChange(listener: () => void): void;
}

export interface WorkerDeps {
  readonly db: GoodiesDatabase;
  readonly keys: DeviceKeys;
  readonly fetch: typeof fetch;
  readonly upload: UploadForm;
  readonly locks: Pick<LockManager, 'request'>;
  readonly caches: Pick<CacheStorage, 'delete'>;
  readonly connectivity: Connectivity;
  readonly report: (error: unknown) => void;
  readonly notify: (news: PageNews) => void;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Settles after `ms` or when the signal aborts; never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export type PageNews =
  | { readonly news: 'fault'; readonly error: Error }
  /** The session expired or another user signed in, so this device deleted the user's data. */
  | { readonly news: 'expired' }
  | { readonly news: 'strange' }
  | { readonly news: 'storage'; readonly state: StorageState }
  | { readonly news: 'clock'; readonly aheadMs: number }
  | { readonly news: 'kept' };

export function reportFault(
  { report, notify }: Pick<WorkerDeps, 'report' | 'notify'>,
  error: unknown,
): void {
  const state = classifyStorageError(error);
  if (state) notify({ news: 'storage', state });
  else report(error);
}
