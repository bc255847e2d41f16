/**
 * Draws the web manifest's PNG icons from the SVG marks in public/icons.
 * Run `npx tsx scripts/make-icons.ts` after changing a mark, and commit what it writes.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const FOLDER = new URL('../public/icons/', import.meta.url);

/** The maskable mark fills its square, which is also what iOS expects: it rounds the corners itself. */
const ICONS = [
  { mark: 'logo-mark.svg', file: 'icon-192.png', sizePx: 192 },
  { mark: 'logo-mark.svg', file: 'icon-512.png', sizePx: 512 },
  { mark: 'logo-maskable.svg', file: 'maskable-512.png', sizePx: 512 },
  { mark: 'logo-maskable.svg', file: 'apple-touch-icon-180.png', sizePx: 180 },
  { mark: 'logo-mono.svg', file: 'monochrome-512.png', sizePx: 512 },
  { mark: 'logo-mono.svg', file: 'badge-96.png', sizePx: 96 },
] as const;

for (const { mark, file, sizePx } of ICONS) {
  const svg = await readFile(new URL(mark, FOLDER));
  const target = fileURLToPath(new URL(file, FOLDER));
  await sharp(svg, { density: 96 })
    .resize(sizePx, sizePx)
    .png({ compressionLevel: 9, palette: true })
    .toFile(target);
  process.stdout.write(`${file} ${sizePx} px\n`);
}
