import sharp, { type Sharp } from 'sharp';

import {
  COVER_IMAGE_MAX_BYTES,
  COVER_MAX_MEGAPIXELS,
  COVER_VIDEO_MAX_BYTES,
} from '../../contract/constants.ts';
import { coverKindOf, type CoverKind } from '../../contract/vouchers/cover-kind.ts';
import type { StoredCover } from '../db/schema/vouchers.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import { createGate } from '../lib/gate.ts';
import { blankVideoNotes } from './blank-video-notes.ts';
import { makeCoverPreview } from './cover-preview.ts';
import { newCoverPath, type CoverFileKind, type CoverStore } from './cover-store.ts';

/** The file is read only when its turn comes, to save memory. */
export interface CoverFile {
  read(): Promise<Buffer>;
}

export interface CoverUpload {
  readonly cover: CoverFile;
  readonly poster?: CoverFile | undefined;
}

interface IngestedCover {
  readonly cover: StoredCover;
  readonly files: readonly { readonly path: string; readonly bytes: Buffer }[];
}

const VIDEOS: Readonly<Partial<Record<CoverKind, 'mp4' | 'webm'>>> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

const WIDTHS = [160, 280, 560, 800, 1280];
const PHONE_WIDTH = 800;
const PHONE_MAX_BYTES = 40 * 1024;
/** More than 78 is not visible on a dense screen. */
const QUALITIES = [70, 62, 54, 46, 38, 30, 20, 10];
const MAX_PIXELS = COVER_MAX_MEGAPIXELS * 1_000_000;
const MAX_SIDE_PX = 16_000;

const COVER_NOT_STORED =
  'The cover could not be stored just now. Please try again in a moment, or go on without it.';

/** A decoded picture may take a hundred megabytes. */
const inTurn = createGate({ atOnce: 2, waiting: 20 });

/**
 * The type is judged by the bytes, and metadata is removed.
 * @throws AppError `cover_invalid`, `cover_too_many_pixels`, `payload_too_large`, `busy`, `unavailable`
 */
export const storeCover = (
  covers: CoverStore,
  upload: CoverUpload,
  ulid: string,
): Promise<StoredCover> =>
  inTurn(async () => {
    const { cover, files } = await ingest(upload, ulid);
    try {
      for (const { path, bytes } of files) await covers.put(path, bytes);
    } catch (error) {
      await covers.remove(files.map(({ path }) => path));
      throw new AppError('unavailable', { message: COVER_NOT_STORED, cause: error });
    }
    return cover;
  });

async function ingest({ cover, poster }: CoverUpload, ulid: string): Promise<IngestedCover> {
  const bytes = await cover.read();
  const kind = coverKindOf(bytes);
  const video = kind && VIDEOS[kind];
  if (video === undefined) {
    if (poster) throw fieldError('ad_poster', 'belongs to a video');
    return ingestPicture(bytes, kind, ulid);
  }
  if (bytes.length > COVER_VIDEO_MAX_BYTES) throw new AppError('payload_too_large');
  const picture = await poster?.read();
  const still = picture && (await ingestPicture(picture, coverKindOf(picture), ulid));
  blankVideoNotes(bytes, video);
  return ingestVideo(bytes, ulid, video, still);
}

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

async function ingestPicture(
  bytes: Buffer,
  kind: CoverKind | undefined,
  ulid: string,
): Promise<IngestedCover> {
  if (!kind?.startsWith('image/')) throw invalid();
  if (bytes.length > COVER_IMAGE_MAX_BYTES) throw new AppError('payload_too_large');
  const made = await scaled(bytes).catch((error: unknown) => {
    // Only the first bytes looked like a picture.
    throw error instanceof AppError ? error : invalid();
  });
  const files = made.map((one) => ({ ...one, path: newCoverPath(ulid, `${one.width}`, 'webp') }));
  const variants = files.map(({ path, width, height }) => ({ path, width, height }));
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

async function scaled(bytes: Buffer): Promise<Scaled[]> {
  // Only the header is read, so that our limit applies before the decoder's.
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .autoOrient()
    .metadata();
  const { width: fullWidth, height: fullHeight } = autoOrient;
  if (fullWidth * fullHeight > MAX_PIXELS)
    throw new AppError('cover_too_many_pixels', { values: { max: COVER_MAX_MEGAPIXELS } });
  if (Math.max(fullWidth, fullHeight) > MAX_SIDE_PX) throw invalid();
  const widest = Math.min(fullWidth, WIDTHS.at(-1) ?? 0);
  const widths = [...WIDTHS.filter((width) => width < widest), widest];
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: widest })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const all: Scaled[] = [];
  for (const narrower of widths) {
    const picture = sharp(data, { raw: { width, height, channels } });
    all.push(await encode(picture.resize({ width: narrower }), narrower));
  }
  return all;
}

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
