// Run `npx tsx scripts/make-icons.ts` after changing a mark in public/icons and commit the result.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { TicketCheck, Tickets, Wallet, type IconNode } from 'lucide';
import sharp from 'sharp';

const FOLDER = new URL('../public/icons/', import.meta.url);

/** iOS rounds the corners itself, so the maskable mark fills its square. */
const ICONS = [
  // A browser fetches this icon on the first visit, and 16 colours halve its size.
  { mark: 'logo-mark.svg', file: 'icon-192.png', sizePx: 192, colours: 16 },
  { mark: 'logo-mark.svg', file: 'icon-512.png', sizePx: 512 },
  { mark: 'logo-maskable.svg', file: 'maskable-512.png', sizePx: 512 },
  { mark: 'logo-maskable.svg', file: 'apple-touch-icon-180.png', sizePx: 180 },
  { mark: 'logo-mono.svg', file: 'monochrome-512.png', sizePx: 512 },
  { mark: 'logo-mono.svg', file: 'badge-96.png', sizePx: 96 },
] as const;

for (const { mark, file, sizePx, ...palette } of ICONS) {
  const svg = await readFile(new URL(mark, FOLDER));
  const target = fileURLToPath(new URL(file, FOLDER));
  await sharp(svg, { density: 96 })
    .resize(sizePx, sizePx)
    .png({ compressionLevel: 9, palette: true, ...palette })
    .toFile(target);
  process.stdout.write(`${file} ${sizePx} px\n`);
}

const INK = '#121843';
const MANGO = '#ffbf2b';
const SHORTCUT_PX = 96;
const SHORTCUTS = { redeem: TicketCheck, wallet: Wallet, vouchers: Tickets };

function discWith(icon: IconNode): string {
  const shapes = icon.map(([tag, attributes]) => {
    const written = Object.entries(attributes).map(([name, value]) => `${name}="${String(value)}"`);
    return `<${tag} ${written.join(' ')}/>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHORTCUT_PX} ${SHORTCUT_PX}">` +
    `<circle cx="48" cy="48" r="48" fill="${INK}"/>` +
    `<g transform="translate(24 24) scale(2)" fill="none" stroke="${MANGO}" stroke-width="2" ` +
    `stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}</g></svg>`
  );
}

for (const [name, icon] of Object.entries(SHORTCUTS)) {
  const file = `shortcut-${name}-${SHORTCUT_PX}.png`;
  await sharp(Buffer.from(discWith(icon)))
    .png({ compressionLevel: 9, palette: true })
    .toFile(fileURLToPath(new URL(file, FOLDER)));
  process.stdout.write(`${file}\n`);
}
