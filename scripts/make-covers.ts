/**
 * Draws the pictures and the short video that the demo's giveaways wear, from the app's own art and
 * colours, into server/demo/covers. Run `npx tsx scripts/make-covers.ts` after changing a scene; the same
 * sources give the same pictures.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

import { encodeFilm } from './covers/encode-film.ts';
import { airtimePhone } from './covers/scenes/airtime-phone.ts';
import { cityBus } from './covers/scenes/city-bus.ts';
import { drumNight } from './covers/scenes/drum-night.ts';
import { groceryBasket } from './covers/scenes/grocery-basket.ts';
import { marketStall } from './covers/scenes/market-stall.ts';
import { schoolLunch } from './covers/scenes/school-lunch.ts';
import { signalHill } from './covers/scenes/signal-hill.ts';
import { weaverTree } from './covers/scenes/weaver-tree.ts';
import { COVER, document, type Shape } from './covers/svg.ts';
import { FILM, ticketFilmFrame } from './covers/ticket-film.ts';

const OUT = new URL('../server/demo/covers/', import.meta.url);
const PICTURE_MAX_BYTES = 60_000;
const FILM_MAX_BYTES = 400_000;
/** Tried from the best down until a picture fits. */
const QUALITIES = [86, 80, 74, 68, 62, 56];

const SCENES: Readonly<Record<string, () => Shape>> = {
  'airtime-phone': airtimePhone,
  'city-bus': cityBus,
  'drum-night': drumNight,
  'grocery-basket': groceryBasket,
  'market-stall': marketStall,
  'school-lunch': schoolLunch,
  'signal-hill': signalHill,
  'weaver-tree': weaverTree,
};

async function renderPicture(svg: string): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const bytes = await sharp(Buffer.from(svg))
      .webp({ quality, effort: 6, smartSubsample: true })
      .toBuffer();
    if (bytes.length <= PICTURE_MAX_BYTES) return bytes;
  }
  throw new Error(`no quality brings the picture under ${PICTURE_MAX_BYTES} bytes`);
}

async function renderFilm(): Promise<Buffer> {
  const frames: Buffer[] = [];
  for (let index = 0; index < FILM.seconds * FILM.framesPerSecond; index += 1) {
    const svg = document(FILM.width, FILM.height, ticketFilmFrame(index / FILM.framesPerSecond));
    frames.push(
      await sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 3 }).toBuffer(),
    );
  }
  const bytes = await encodeFilm(frames, FILM);
  if (bytes.length > FILM_MAX_BYTES) throw new Error(`the film has ${bytes.length} bytes`);
  return bytes;
}

function write(name: string, bytes: Buffer): void {
  writeFileSync(new URL(name, OUT), bytes);
  process.stdout.write(`${name} ${bytes.length} bytes\n`);
}

async function main(): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  for (const [name, scene] of Object.entries(SCENES)) {
    write(`${name}.webp`, await renderPicture(document(COVER.width, COVER.height, scene())));
  }
  const poster = document(
    FILM.width,
    FILM.height,
    ticketFilmFrame(FILM.posterAtSeconds),
    COVER.width / FILM.width,
  );
  write('ticket-film-poster.webp', await renderPicture(poster));
  write('ticket-film.webm', await renderFilm());
  process.stdout.write(`written to ${fileURLToPath(OUT)}\n`);
}

await main();
