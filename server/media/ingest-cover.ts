import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';

import { COVER_IMAGE_MAX_BYTES, COVER_VIDEO_MAX_BYTES } from '../../contract/constants.ts';
import type { CoverVariant, StoredCover } from '../db/stored-cover.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import { makeCoverPreview } from './cover-preview.ts';
import { newCoverPath, type CoverFileKind } from './cover-path.ts';
import type { CoverStore } from './cover-store.ts';

/** What a creator sends as a cover. */
export interface CoverUpload {
  readonly cover: Buffer;
  /** A picture of a video, shown until it plays. */
  readonly poster?: Buffer | undefined;
}

/** A cover as it will be stored, and the files that make it up. */
export interface IngestedCover {
  readonly cover: StoredCover;
  readonly files: readonly { readonly path: string; readonly bytes: Buffer }[];
}

const PICTURES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/avif',
]);
const VIDEOS: Readonly<Record<string, CoverFileKind>> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/** Widths (px) a picture is stored in: preview, list, list on a dense screen or phone, dense phone, desktop. */
const WIDTHS = [160, 280, 560, 800, 1280];
/** Up to this width a cover may weigh `PHONE_MAX_BYTES`. */
const PHONE_WIDTH = 800;
const PHONE_MAX_BYTES = 40 * 1024;
/** Tried from the best down until a phone's picture is light enough. */
const QUALITIES = [78, 70, 62, 54, 46, 38, 30, 20, 10];
/** 48 megapixels: every phone's camera, but no small file that unpacks to gigabytes. */
const MAX_PIXELS = 48_000_000;
const MAX_SIDE_PX = 16_000;

/**
 * Judges an uploaded cover by its bytes, whatever its name says, and makes the files to store: a picture
 * is turned upright, stripped of its metadata and scaled; a video stays as it is, beside its poster.
 * @throws AppError `cover_invalid` for anything else, `payload_too_large` for a picture over 5 MB or a video
 * over 25 MB, `validation_failed` for a poster without a video.
 */
export async function ingestCover(
  { cover, poster }: CoverUpload,
  ulid: string,
): Promise<IngestedCover> {
  const mime = await kindOf(cover);
  const video = VIDEOS[mime];
  if (video === undefined) {
    if (poster) throw fieldError('ad_poster', 'belongs to a video');
    return ingestPicture(cover, mime, ulid);
  }
  if (cover.length > COVER_VIDEO_MAX_BYTES) throw new AppError('payload_too_large');
  const still = poster && (await ingestPicture(poster, await kindOf(poster), ulid));
  return ingestVideo(cover, ulid, video, still);
}

/** What the bytes are, as a media type; '' when unknown. */
const kindOf = async (bytes: Buffer): Promise<string> =>
  (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? '';

/** Stores the files of a cover; with one missing, none is left behind. */
export async function storeCover(covers: CoverStore, { files }: IngestedCover): Promise<void> {
  try {
    for (const { path, bytes } of files) await covers.put(path, bytes);
  } catch (error) {
    await covers.remove(files.map(({ path }) => path));
    throw error;
  }
}

/** Every path that a stored cover consists of. */
export const pathsOf = (cover: StoredCover): string[] => [
  ...new Set([cover.path, ...cover.variants.map(({ path }) => path)]),
];

function ingestVideo(
  bytes: Buffer,
  ulid: string,
  kind: CoverFileKind,
  still: IngestedCover | undefined,
): IngestedCover {
  const path = newCoverPath(ulid, 'video', kind);
  const { variants = [], preview } = still?.cover ?? {};
  return {
    cover: { media: 'video', path, bytes: bytes.length, variants, preview },
    files: [{ path, bytes }, ...(still?.files ?? [])],
  };
}

async function ingestPicture(bytes: Buffer, mime: string, ulid: string): Promise<IngestedCover> {
  if (!PICTURES.has(mime)) throw invalid();
  if (bytes.length > COVER_IMAGE_MAX_BYTES) throw new AppError('payload_too_large');
  const made = await scaled(bytes).catch((error: unknown) => {
    // What looked like a picture by its first bytes and cannot be decoded, or is too large to be.
    throw error instanceof AppError ? error : invalid();
  });
  const files = made.map((one) => ({
    path: newCoverPath(ulid, String(one.width), 'webp'),
    ...one,
  }));
  const variants: CoverVariant[] = files.map(({ path, width, height }) => ({
    path,
    width,
    height,
  }));
  const [smallest, largest] = [files[0], files.at(-1)];
  if (!smallest || !largest) throw invalid();
  const preview = await makeCoverPreview(smallest.bytes);
  return {
    cover: { media: 'image', path: largest.path, bytes: largest.bytes.length, variants, preview },
    files,
  };
}

interface Scaled {
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** The picture in every width it is wide enough for, narrowest first. */
async function scaled(bytes: Buffer): Promise<Scaled[]> {
  const picture = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
  const { autoOrient } = await picture().metadata();
  if (Math.max(autoOrient.width, autoOrient.height) > MAX_SIDE_PX) throw invalid();
  const widest = Math.min(autoOrient.width, WIDTHS.at(-1) ?? 0);
  const widths = [...WIDTHS.filter((width) => width < widest), widest];
  const all: Scaled[] = [];
  for (const width of widths) all.push(await encode(picture().resize({ width }), width));
  return all;
}

/** WebP at the best quality that a phone's budget allows; wider pictures are for other screens. */
async function encode(picture: Sharp, width: number): Promise<Scaled> {
  const { data: raw, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const pixels = {
    raw: { width: info.width, height: info.height, channels: info.channels },
  } as const;
  let bytes = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    bytes = await sharp(raw, pixels).webp({ quality, effort: 4 }).toBuffer();
    if (width > PHONE_WIDTH || bytes.length <= PHONE_MAX_BYTES) break;
  }
  return { width: info.width, height: info.height, bytes };
}

const invalid = (): AppError => new AppError('cover_invalid');
