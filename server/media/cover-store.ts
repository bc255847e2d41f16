import type { Readable } from 'node:stream';

import type { ByteRange } from './byte-range.ts';

/** A file that was opened to be read: all of it, or the part that a `Range` header asked for. */
export type OpenedFile =
  | {
      readonly part: 'whole' | ByteRange;
      readonly contentType: string;
      /** Of the whole file. */
      readonly sizeBytes: number;
      /** The part's bytes; the caller reads or destroys them. */
      readonly bytes: Readable;
    }
  | {
      readonly part: 'unsatisfiable';
      readonly sizeBytes: number;
    };

/** Where covers lie: a folder by default, any object store behind the same interface. */
export interface CoverStore {
  /** Stores bytes under a path relative to the store, e.g. `01J…/800-a1b2c3d4.webp`. Paths never repeat. */
  put(path: string, bytes: Buffer): Promise<void>;
  /** Public address of a stored path, below the app's origin. */
  urlOf(path: string): string;
  /**
   * Opens the file of that path.
   * @param range a request's `Range` header
   * @returns undefined when there is none, or no cover can have such a path
   */
  open(path: string, range: string | undefined): Promise<OpenedFile | undefined>;
  /** Removes files; those already gone are none of its business. */
  remove(paths: readonly string[]): Promise<void>;
  /** @throws when this node can store nothing now, e.g. on a full disk. */
  check(): Promise<void>;
  /** Removes what was begun before a moment and never finished, e.g. by a process that was killed. */
  sweep(before: Date): Promise<void>;
}
