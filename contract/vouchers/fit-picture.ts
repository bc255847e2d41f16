/** Wider than the widest that the server keeps is thrown away there. Pixels. */
const MAX_WIDTH = 1_280;
const MAX_HEIGHT = 4_096;
/** Of a picture that is sent, as WebP or JPEG. */
export const PICTURE_QUALITY = 0.86;

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size a picture is sent in: as wide as it is ever shown, its shape kept. Pixels. */
export function fitPicture({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
