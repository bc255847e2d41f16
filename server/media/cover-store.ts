/** Where covers lie: a folder by default, any object store behind the same interface. */
export interface CoverStore {
  /** Stores bytes under a path relative to the store, e.g. `01J…/800-a1b2c3.webp`. Paths never repeat. */
  put(path: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Public address of a stored path. */
  urlOf(path: string): string;
  /** The bytes, or undefined; `range` in bytes, end inclusive. */
  read(path: string): Promise<{ readonly bytes: Buffer; readonly contentType: string } | undefined>;
  remove(paths: readonly string[]): Promise<void>;
}
