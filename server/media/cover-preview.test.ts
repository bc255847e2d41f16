import { readdir, readFile } from 'node:fs/promises';

import sharp, { type Color } from 'sharp';
import { describe, expect, it } from 'vitest';

import { flatPicture, noisyPicture } from '../../tests/fixtures/cover-files.ts';
import { makeCoverPreview, COVER_PREVIEW_MAX_BYTES } from './cover-preview.ts';

const DEMO_COVERS = new URL('../sandbox/demo/covers/', import.meta.url);

/** What a phone shows of a preview. */
async function decode(preview: string | undefined) {
  const bytes = Buffer.from(preview ?? '', 'base64');
  const { format, width, height, hasAlpha, pages } = await sharp(bytes).metadata();
  return { bytes: bytes.length, format, ratio: width / height, width, height, hasAlpha, pages };
}

const create = (width: number, height: number, background: Color, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background } });

describe('a preview is a WebP of few bytes, of the whole picture', () => {
  it.each([
    ['landscape', 720, 400],
    ['portrait', 400, 720],
    ['square', 500, 500],
  ])('%s', async (_name, width, height) => {
    const made = await decode(await makeCoverPreview(await noisyPicture(width, height)));
    const { bytes, format, ratio } = made;
    expect(format).toBe('webp');
    expect(bytes).toBeLessThanOrEqual(COVER_PREVIEW_MAX_BYTES);
    expect(Math.abs((made.width * made.height) / 90_000 - 1)).toBeLessThan(0.01);
    expect(Math.abs(ratio / (width / height) - 1)).toBeLessThan(0.06);
  });

  it.each([
    [1, 1],
    [20, 9],
    [2, 3000],
    [3000, 1],
  ])('of %i × %i px', async (width, height) => {
    const made = await decode(await makeCoverPreview(await flatPicture('png', width, height)));
    expect(made.bytes).toBeLessThanOrEqual(COVER_PREVIEW_MAX_BYTES);
    expect(Math.max(made.width, made.height)).toBeLessThanOrEqual(2000);
  });

  it('of an animation, its first frame', async () => {
    const frames = [create(90, 50, 'red'), create(90, 50, 'blue')];
    const animation = await sharp(
      await Promise.all(frames.map((frame) => frame.png().toBuffer())),
      { join: { animated: true } },
    )
      .webp()
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const preview = await makeCoverPreview(animation);
    expect((await decode(preview)).pages).toBeUndefined();
    const [red, , blue] = (await sharp(Buffer.from(preview ?? '', 'base64')).stats()).channels;
    expect(red?.mean).toBeGreaterThan(200);
    expect(blue?.mean).toBeLessThan(60);
  });
});

it('a picture that is transparent somewhere has none: the preview would show through', async () => {
  const spot = await create(4, 4, 'black').png().toBuffer();
  const holed = create(300, 200, { r: 0, g: 90, b: 90, alpha: 1 }, 4)
    .composite([{ input: spot, blend: 'dest-out' }])
    .png();
  const glass = create(300, 200, { r: 0, g: 90, b: 90, alpha: 0.5 }, 4).png();
  expect(await makeCoverPreview(await holed.toBuffer())).toBeUndefined();
  expect(await makeCoverPreview(await glass.toBuffer())).toBeUndefined();
});

it('an alpha channel without anything transparent is left away', async () => {
  const opaque = await create(300, 200, { r: 0, g: 90, b: 90, alpha: 1 }, 4).png().toBuffer();
  expect((await sharp(opaque).metadata()).hasAlpha).toBe(true);
  expect((await decode(await makeCoverPreview(opaque))).hasAlpha).toBe(false);
});

it('demo covers use what there is: with less, browsers take them for no picture', async () => {
  for (const name of (await readdir(DEMO_COVERS)).filter((file) => file.endsWith('.webp'))) {
    const cover = await readFile(new URL(name, DEMO_COVERS));
    const phone = await sharp(cover).resize({ width: 160 }).webp({ quality: 78 }).toBuffer();
    const { bytes } = await decode(await makeCoverPreview(phone));
    // 0.05 bits a pixel of a cover as a phone 412 px wide shows it.
    expect(bytes, name).toBeGreaterThanOrEqual(500);
    expect(bytes, name).toBeLessThanOrEqual(COVER_PREVIEW_MAX_BYTES);
  }
});
