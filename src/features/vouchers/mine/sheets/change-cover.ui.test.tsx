import { afterEach, expect, test } from 'vitest';

import { sampleCreated } from '../../../../../local/testing/samples.ts';
import { render } from '../../../../ui/test-render.ts';
import { ChangeCover } from './change-cover.tsx';

const cover = {
  src: '/covers/800.webp',
  srcset: '/covers/160.webp 160w, /covers/280.webp 280w, /covers/800.webp 800w',
  width: 800,
  height: 600,
  video_bytes: 0,
};

afterEach(() => void Reflect.deleteProperty(navigator, 'connection'));

test.each([
  [false, '/covers/800.webp'],
  [true, '/covers/280.webp'],
])('with data saver %s the cover before is loaded from %s', (saveData, src) => {
  Object.defineProperty(navigator, 'connection', { value: { saveData }, configurable: true });
  const voucher = { ...sampleCreated({ cover, media_type: 'image' }), fetchedAt: 1 };
  const nothing = (): void => undefined;
  const { container } = render(
    <ChangeCover voucher={voucher} onDone={nothing} onClose={nothing} />,
  );
  expect(container.querySelector('img')?.getAttribute('src')).toBe(src);
});
