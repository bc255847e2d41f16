// `npm run build && npx tsx scripts/take-screenshots.ts` takes the pictures of the install prompt.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

import { withDemoShots } from './lib/demo-shots.ts';

const FOLDER = new URL('../public/screenshots/', import.meta.url);
const NARROW = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } as const;
const WIDE = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 } as const;
const NAMES = ['welcome', 'voucher', 'lottery', 'wide'] as const;
const QUALITY = 70;

mkdirSync(FOLDER, { recursive: true });
await withDemoShots(
  ({ welcome, views, lottery }) => [
    { ...NARROW, path: welcome, colorScheme: 'light' },
    { ...NARROW, path: views, colorScheme: 'light' },
    { ...NARROW, path: lottery, colorScheme: 'dark' },
    { ...WIDE, path: welcome, colorScheme: 'light' },
  ],
  async (pictures) => {
    for (const [index, name] of NAMES.entries()) {
      const target = fileURLToPath(new URL(`${name}.webp`, FOLDER));
      const { size } = await sharp(pictures[index])
        .webp({ quality: QUALITY, effort: 6 })
        .toFile(target);
      process.stdout.write(`${name}.webp ${Math.round(size / 1000)} KB\n`);
    }
  },
);
