import sharp from 'sharp';

import { COVER_PREVIEW_MAX_BYTES } from '../../contract/constants.ts';

/** Square roots of how many pixels a preview may have; the most that fit into its bytes are kept. */
const SIDES_PX = [36, 32, 28, 24, 20, 16, 12];
/** Enough for shapes and colours, which is all that is left at this size. */
const QUALITY = 40;

/**
 * A picture in at most `COVER_PREVIEW_MAX_BYTES` bytes of WebP, as base64: shown until the picture itself has
 * loaded. Of an animation the first frame. Undefined where something of the preview would show through the
 * picture, because that is transparent.
 * @param picture a whole encoded picture; a small one is enough
 */
export async function makeCoverPreview(picture: Buffer): Promise<string | undefined> {
  const [{ width, height }, { isOpaque }] = await Promise.all([
    sharp(picture).metadata(),
    sharp(picture).stats(),
  ]);
  if (!isOpaque) return undefined;
  for (const side of SIDES_PX) {
    const scale = Math.min(1, side / Math.sqrt(width * height));
    const bytes = await sharp(picture)
      .removeAlpha()
      .resize({ width: scaled(width, scale), height: scaled(height, scale), fit: 'fill' })
      .webp({ quality: QUALITY, effort: 6 })
      .toBuffer();
    if (bytes.length <= COVER_PREVIEW_MAX_BYTES) return bytes.toString('base64');
  }
  return undefined;
}

const scaled = (px: number, scale: number): number => Math.max(1, Math.round(px * scale));
