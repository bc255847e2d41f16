import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/**
 * Reads a `Range` header of one range.
 * @returns the bytes asked for; `whole` without a header or for a form that may be ignored (several
 * ranges, another unit); `unsatisfiable` for a range past the end.
 */
export function readByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 || sizeBytes === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, sizeBytes - suffix), end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}

/** Kinds of file a cover consists of, by the ending of their path. */
const CONTENT_TYPES = { webp: 'image/webp', mp4: 'video/mp4', webm: 'video/webm' } as const;
export type CoverFileKind = keyof typeof CONTENT_TYPES;

/** What everybody may keep of a cover: its path is never used again, so for ever. */
export const COVER_CACHE_CONTROL = 'public, max-age=31536000, immutable';

const COVER_PATH = /^[0-9A-HJKMNP-TV-Z]{26}\/[a-z0-9]{1,8}-[0-9a-f]{12}\.(webp|mp4|webm)$/;

/**
 * A path no file had before: a changed cover gets new addresses, so that the old ones can be cached for ever.
 * @param name a width in px, or `video`
 */
export const newCoverPath = (ulid: string, name: string, kind: CoverFileKind): string =>
  `${ulid}/${name}-${randomBytes(6).toString('hex')}.${kind}`;

/** The content type of a cover's path; undefined for anything that is not one, `..` and the like included. */
export function contentTypeOf(path: string): string | undefined {
  const kind = COVER_PATH.exec(path)?.[1];
  return kind === undefined ? undefined : CONTENT_TYPES[kind as CoverFileKind];
}

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
