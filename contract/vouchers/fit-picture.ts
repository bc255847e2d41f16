/** Pixels; the server stores no wider picture. */
const MAX_WIDTH = 1_280;
const MAX_HEIGHT = 4_096;
export const PICTURE_QUALITY = 0.86;

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Keeps the aspect ratio; pixels. */
export function fitPicture({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
