import { expect, test } from 'vitest';

import { readCover, sizeProblem } from './use-cover.ts';

const JPEG = [0xff, 0xd8, 0xff, 0xe0, 0, 16];
const FILM = Array.from('\0\0\0\u0010ftyp3gp4\0\0\0\0', (letter) => letter.charCodeAt(0));

const fileOf = (bytes: readonly number[], type: string, size = bytes.length): File =>
  new File([new Uint8Array(bytes), new Uint8Array(size - bytes.length)], 'cover', { type });

test.each(['image/jpg', '', 'image/png', 'application/octet-stream'])(
  'a JPEG of the type %j is a cover of its right type',
  async (type) => {
    const cover = await readCover(fileOf(JPEG, type));
    expect(cover).toMatchObject({ name: 'cover', type: 'image/jpeg', size: JPEG.length });
  },
);

test('what is no picture or film, or a film that is cut off, is refused before it is sent', async () => {
  expect(await readCover(fileOf([0x4d, 0x5a], 'image/jpeg'))).toContain('JPEG');
  expect(await readCover(fileOf([], 'image/png'))).toContain('JPEG');
  expect(await readCover(fileOf(FILM, 'video/3gpp'))).toContain('MP4');
});

test('films up to 25 MB are read, and of a picture counts the size of what is sent', async () => {
  expect(await readCover(fileOf(FILM, 'video/mp4', 27_000_000))).toBe('That is too large');
  const picture = await readCover(fileOf(JPEG, '', 6_000_000));
  expect(picture).toBeInstanceOf(File);
  expect(sizeProblem(picture as File)).toBe('That is too large');
  expect(sizeProblem(fileOf(JPEG, 'image/jpeg', 5_000_000))).toBeUndefined();
});
