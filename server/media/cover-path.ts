import { randomBytes } from 'node:crypto';

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
