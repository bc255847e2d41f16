import { expect, it } from 'vitest';

import { flatPicture, pixelBomb } from '../../tests/fixtures/cover-files.ts';
import { storeCover, type CoverUpload } from './ingest-cover.ts';
import type { CoverStore } from './cover-store.ts';

const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** A store that forgets. */
const nowhere: CoverStore = {
  put: () => Promise.resolve(),
  urlOf: (path) => path,
  open: () => Promise.resolve(undefined),
  remove: () => Promise.resolve(),
  check: () => Promise.resolve(),
  sweep: () => Promise.resolve(),
};
const save = (upload: CoverUpload) => storeCover(nowhere, upload, ULID);
const of = (bytes: Buffer): CoverUpload => ({ cover: { read: () => Promise.resolve(bytes) } });

it('a picture of more than 24 megapixels is refused by its head, before it is decoded', async () => {
  // Neither can be decoded: the first is refused before anybody tries.
  await expect(save(of(pixelBomb(4_900)))).rejects.toMatchObject({
    code: 'cover_too_many_pixels',
    status: 413,
    message: 'The picture has too many pixels: 24 megapixels at most. Please choose a smaller one.',
  });
  await expect(save(of(pixelBomb(4_898)))).rejects.toMatchObject({ code: 'cover_invalid' });
});

it('two are worked on at a time, twenty wait without being read, and more are refused', async () => {
  const picture = await flatPicture('png', 8, 8);
  let reads = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const slow: CoverUpload = {
    cover: {
      async read() {
        reads += 1;
        await opened;
        return picture;
      },
    },
  };
  const saves = Array.from({ length: 22 }, () => save(slow));
  await expect(save(slow)).rejects.toMatchObject({ code: 'busy', status: 503 });
  expect(reads).toBe(2);
  open();
  expect(await Promise.all(saves)).toHaveLength(22);
  expect(reads).toBe(22);
});
