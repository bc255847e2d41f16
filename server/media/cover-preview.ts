import sharp from 'sharp';

/** As many more bytes of a voucher's document, compressed; browsers take one that is far smaller for no picture. */
export const COVER_PREVIEW_MAX_BYTES = 850;

const DETAILS = [24, 22, 20, 18, 16, 13, 10, 7];
/**
 * As wide as a phone of 412 px, because browsers count an enlarged picture only up to its own pixels as the largest
 * paint.
 */
const AREA_PX = 90_000;
const LONGEST_SIDE_PX = 2_000;
/** A blur has no detail to lose. */
const QUALITY = 1;

/**
 * At most `COVER_PREVIEW_MAX_BYTES` of WebP as base64. Undefined for transparent pictures, through which it would
 * show.
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
