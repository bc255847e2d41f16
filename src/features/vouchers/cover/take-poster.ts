import { fitPicture, PICTURE_QUALITY } from '../../../../contract/vouchers/fit-picture.ts';
import { timeoutSignal } from '../../../../local/timeout-signal.ts';

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

/**
 * Takes a picture of a video: a frame of its first second, as small as a cover is shown.
 * @returns undefined where this browser cannot show the video
 */
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
