import sharp from 'sharp';

import { COVER_PREVIEW_MAX_BYTES } from '../../contract/constants.ts';

/** Square roots of how many colours a preview is mixed from; the most that fit into its bytes are used. */
const DETAILS = [24, 22, 20, 18, 16, 13, 10, 7];
/**
 * A cover on a phone 412 px wide, rounded up. Browsers take an enlarged picture for the largest paint only as
 * far as its own pixels go.
 */
const AREA_PX = 90_000;
const LONGEST_SIDE_PX = 2_000;
/** The least: what is encoded is a blend of a few hundred colours, and has no detail to lose. */
const QUALITY = 1;

/**
 * A picture in at most `COVER_PREVIEW_MAX_BYTES` bytes of WebP, as base64: a blur as large as the cover on a
 * phone, shown until the picture itself has loaded. Of an animation the first frame. Undefined where something
 * of the preview would show through the picture, because that is transparent.
 * @param picture a whole encoded picture; a small one is enough
 */
export async function makeCoverPreview(picture: Buffer): Promise<string | undefined> {
  const [{ width, height }, { isOpaque }] = await Promise.all([
    sharp(picture).metadata(),
    sharp(picture).stats(),
  ]);
  if (!isOpaque) return undefined;
  const scale = Math.min(
    Math.sqrt(AREA_PX / (width * height)),
    LONGEST_SIDE_PX / Math.max(width, height),
  );
  const size = { width: scaled(width, scale), height: scaled(height, scale) };
  for (const detail of DETAILS) {
    const fewer = Math.min(1, detail / Math.sqrt(width * height));
    const colours = await sharp(picture)
      .removeAlpha()
      .resize({ width: scaled(width, fewer), height: scaled(height, fewer), fit: 'fill' })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const bytes = await sharp(colours)
      .resize({ ...size, fit: 'fill', kernel: 'cubic' })
      .webp({ quality: QUALITY, effort: 6 })
      .toBuffer();
    if (bytes.length <= COVER_PREVIEW_MAX_BYTES) return bytes.toString('base64');
  }
  return undefined;
}

const scaled = (px: number, scale: number): number => Math.max(1, Math.round(px * scale));
