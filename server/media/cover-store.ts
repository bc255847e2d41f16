import type { Readable } from 'node:stream';

/** What is known of a stored file without reading it. */
export interface StoredFile {
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** Where covers lie: a folder by default, any object store behind the same interface. */
export interface CoverStore {
  /** Stores bytes under a path relative to the store, e.g. `01J…/800-a1b2c3d4.webp`. Paths never repeat. */
  put(path: string, bytes: Buffer): Promise<void>;
  /** Public address of a stored path, below the app's origin. */
  urlOf(path: string): string;
  /** The file of that path; undefined when there is none, or no cover can have such a path. */
  find(path: string): Promise<StoredFile | undefined>;
  /** The bytes from `start` to `end`, both inclusive, of a file that `find` has found. */
  stream(path: string, start: number, end: number): Readable;
  /** Removes files; those already gone are none of its business. */
  remove(paths: readonly string[]): Promise<void>;
  /** @throws when nothing can be stored now, e.g. on a full disk. */
  check(): Promise<void>;
  /** Removes what was begun before a moment and never finished, e.g. by a process that was killed. */
  sweep(before: Date): Promise<void>;
}
