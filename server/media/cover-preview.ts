import sharp from 'sharp';

/** The base64 text enlarges the document; browsers do not count a much smaller file as a picture. */
export const COVER_PREVIEW_MAX_BYTES = 850;

const DETAILS = [24, 22, 20, 18, 16, 13, 10, 7];
/** Browsers count a scaled picture by its own pixels for the largest paint, so it is phone-wide. */
const AREA_PX = 90_000;
const LONGEST_SIDE_PX = 2_000;
const QUALITY = 1;

/** Base64 of a WebP; undefined for transparent pictures, behind which it would be visible. */
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
