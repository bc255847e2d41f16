import { afterEach, expect, test, vi } from 'vitest';

import { allowedCovers, allowedPicture, listCoverSizes } from './cover-picture.ts';

const cover = (width: number, height: number, srcset = '/a 160w, /b 280w, /c 560w, /d 800w') => ({
  src: '/d',
  srcset,
  width,
  height,
  video_bytes: 0,
});

afterEach(() => vi.unstubAllGlobals());

test('a landscape picture fills the height of its strip, a tall one its width', () => {
  expect(listCoverSizes(cover(800, 445)).sizes).toBe('281px');
  expect(listCoverSizes(cover(300, 900)).sizes).toBe('92px');
});

test('no list asks for more than a dense phone needs, but for what there is', () => {
  expect(listCoverSizes(cover(800, 445)).srcSet).toBe('/a 160w, /b 280w, /c 560w');
  expect(listCoverSizes(cover(800, 445, '/d 800w')).srcSet).toBe('/d 800w');
});

test('while data is saved only small ones may be loaded, unless there is no other', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  const { srcset } = cover(800, 445);
  expect(allowedCovers(srcset)).toBe('/a 160w, /b 280w');
  expect(allowedCovers('/d 800w')).toBe('/d 800w');
  expect(allowedPicture(cover(800, 445))).toBe('/b');
  expect(allowedPicture(cover(800, 445, ''))).toBe('/d');
});

test('where pages are rendered ahead all may be', () => {
  vi.stubGlobal('navigator', undefined);
  const { src, srcset } = cover(800, 445);
  expect([allowedCovers(srcset), allowedPicture({ src, srcset })]).toEqual([srcset, src]);
});
