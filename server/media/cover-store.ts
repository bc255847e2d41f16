import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/** `whole` without a header or for a form that may be ignored; `unsatisfiable` past the end. */
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

const CONTENT_TYPES = { webp: 'image/webp', mp4: 'video/mp4', webm: 'video/webm' } as const;
export type CoverFileKind = keyof typeof CONTENT_TYPES;

export const COVER_CACHE_CONTROL = 'public, max-age=31536000, immutable';

const COVER_PATH = /^[0-9A-HJKMNP-TV-Z]{26}\/[a-z0-9]{1,8}-[0-9a-f]{12}\.(webp|mp4|webm)$/;

/** A changed cover gets a new path, because caches store the old one forever. */
export const newCoverPath = (ulid: string, name: string, kind: CoverFileKind): string =>
  `${ulid}/${name}-${randomBytes(6).toString('hex')}.${kind}`;

/** Undefined for any other path, such as one with `..`. */
export function contentTypeOf(path: string): string | undefined {
  const kind = COVER_PATH.exec(path)?.[1];
  return kind === undefined ? undefined : CONTENT_TYPES[kind as CoverFileKind];
}

export type OpenedFile =
  | {
      readonly part: 'whole' | ByteRange;
      readonly contentType: string;
      readonly sizeBytes: number;
      /** The caller must read or destroy it. */
      readonly bytes: Readable;
    }
  | {
      readonly part: 'unsatisfiable';
      readonly sizeBytes: number;
    };

export interface CoverStore {
  put(path: string, bytes: Buffer): Promise<void>;
  urlOf(path: string): string;
  /** @param range a `Range` header. @returns undefined if there is no file */
  open(path: string, range: string | undefined): Promise<OpenedFile | undefined>;
  remove(paths: readonly string[]): Promise<void>;
  /** @throws when this node cannot store anything, e.g. on a full disk */
  check(): Promise<void>;
  sweep(before: Date): Promise<void>;
}
