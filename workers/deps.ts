import type { GoodiesDatabase } from '../local/database.ts';
import type { DeviceKeys } from '../local/keys.ts';
import type { PageNews } from './page-news.ts';
import type { UploadForm } from './upload-form.ts';

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
