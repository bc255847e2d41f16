import { expect, test } from 'vitest';

import { listCoverSizes } from './list-cover-sizes.ts';

const cover = (width: number, height: number, srcset = '/a 160w, /b 280w, /c 560w, /d 800w') => ({
  src: '/d',
  srcset,
  width,
  height,
  video_bytes: 0,
});

test('a landscape picture fills the height of its strip, a tall one its width', () => {
  expect(listCoverSizes(cover(800, 445)).sizes).toBe('281px');
  expect(listCoverSizes(cover(300, 900)).sizes).toBe('92px');
});

test('no list asks for more than a dense phone needs, but for what there is', () => {
  expect(listCoverSizes(cover(800, 445)).srcSet).toBe('/a 160w, /b 280w, /c 560w');
  expect(listCoverSizes(cover(800, 445, '/d 800w')).srcSet).toBe('/d 800w');
});
