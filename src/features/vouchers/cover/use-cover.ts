import type { Remote } from 'comlink';
import { useRef, useState } from 'react';

import {
  COVER_IMAGE_MAX_BYTES,
  COVER_VIDEO_MAX_BYTES,
  UPLOAD_CALL_TIMEOUT_MS,
} from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { claimedKindOf, coverKindOf } from '../../../../contract/vouchers/cover-kind.ts';
import { fitPicture, PICTURE_QUALITY } from '../../../../contract/vouchers/fit-picture.ts';
import { timeoutSignal } from '../../../../local/timeout-signal.ts';
import type { Result } from '../../../../contract/result.ts';
import type { DataWorkerApi } from '../../../../workers/api.ts';
import type { CoverFiles, OnProgress } from '../../../../workers/upload.ts';
import { callWithProgress } from '../../../platform/worker/call-with-progress.ts';
import { shrinkPicture } from '../../../shared/vouchers/cover/shrink-picture.ts';

/** More than the start of any kind of file needs. */
const START_BYTES = 64;

const isTooLarge = ({ type, size }: File): boolean =>
  size > (type.startsWith('video/') ? COVER_VIDEO_MAX_BYTES : COVER_IMAGE_MAX_BYTES);

export const sizeProblem = (file: File): string | undefined =>
  isTooLarge(file) ? errorMessage('payload_too_large') : undefined;

const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/** Gives a file the type of what it holds, or says why it is no cover: systems name files wrongly, or not at all. */
export async function readCover(file: File): Promise<File | string> {
  const claimed = claimedKindOf(await bytesOf(file.slice(0, START_BYTES)));
  const cover = new File([file], file.name, {
    type: claimed ?? '',
    lastModified: file.lastModified,
  });
  if (claimed?.startsWith('image/')) return cover;
  if (claimed && isTooLarge(cover)) return errorMessage('payload_too_large');
  const isWhole = claimed && coverKindOf(await bytesOf(file)) !== undefined;
  return isWhole ? cover : errorMessage('cover_invalid');
}

/** A phone that cannot decode a video may never say so. */
const TIMEOUT_MS = 10_000;
/** Many videos begin with a black frame. */
const AT_SECONDS = 1;
/** Every browser writes it, and a film has no holes. */
const POSTER_TYPE = 'image/jpeg';

const happened = (video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true, signal });
    video.addEventListener('error', reject, { once: true, signal });
    signal.addEventListener('abort', reject, { once: true });
  });

async function seek(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  await happened(video, 'loadeddata', signal);
  // A recording that was never finished does not know how long it is.
  const { duration } = video;
  const sought = happened(video, 'seeked', signal);
  video.currentTime = Number.isFinite(duration) ? Math.min(AT_SECONDS, duration / 2) : 0;
  await sought;
}

function drawFrame(video: HTMLVideoElement): Promise<Blob | null> {
  // A browser that can decode the sound alone plays that, and calls it loaded.
  if (video.videoWidth === 0) return Promise.resolve(null);
  const { width, height } = fitPicture({ width: video.videoWidth, height: video.videoHeight });
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, POSTER_TYPE, PICTURE_QUALITY));
}

/** Takes a picture from a video's first second, as small as a cover is shown, if this browser can show the video. */
export async function takePoster(file: File): Promise<File | undefined> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  const signal = timeoutSignal(TIMEOUT_MS);
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url });
  try {
    await seek(video, signal);
    const frame = await drawFrame(video);
    const { lastModified } = file;
    return frame ? new File([frame], 'poster.jpg', { type: POSTER_TYPE, lastModified }) : undefined;
  } catch {
    return undefined;
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}

/** Sends a file; `onProgress` is told the fraction, from 0 to 1, that has left the device. */
export const uploadThroughWorker = <T>(
  send: (worker: Remote<DataWorkerApi>, onProgress: OnProgress) => Promise<Result<T>>,
  onProgress: (fraction: number) => void,
): Promise<Result<T>> => callWithProgress(send, onProgress, UPLOAD_CALL_TIMEOUT_MS);

export type Cover =
  | { readonly phase: 'none' }
  | { readonly phase: 'preparing'; readonly original: File }
  | {
      readonly phase: 'ready';
      readonly original: File;
      readonly file: File;
      readonly poster?: File | undefined;
    }
  | { readonly phase: 'refused'; readonly original: File; readonly problem: string };

export const filesOf = (cover: Cover): CoverFiles | undefined =>
  cover.phase === 'ready' ? { file: cover.file, poster: cover.poster } : undefined;

const NONE: Cover = { phase: 'none' };

const isPicture = ({ type }: File): boolean => type.startsWith('image/');

async function prepare(original: File): Promise<Cover> {
  const read = await readCover(original);
  if (typeof read === 'string') return { phase: 'refused', original, problem: read };
  if (!isPicture(read)) {
    return { phase: 'ready', original, file: read, poster: await takePoster(read) };
  }
  const file = await shrinkPicture(read);
  const problem = sizeProblem(file);
  return problem === undefined
    ? { phase: 'ready', original, file }
    : { phase: 'refused', original, problem };
}

/** The cover that was chosen last counts, however long another takes. */
export function useCover(initial: Cover = NONE) {
  const [cover, setCover] = useState(initial);
  const latest = useRef<File>(undefined);
  const choose = async (file: File | undefined): Promise<void> => {
    latest.current = file;
    if (!file) return setCover(NONE);
    setCover({ phase: 'preparing', original: file });
    const prepared = await prepare(file);
    if (latest.current === file) setCover(prepared);
  };
  return { cover, choose };
}
