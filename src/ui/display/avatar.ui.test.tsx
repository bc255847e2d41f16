import { expect, test } from 'vitest';

import { one, render } from '../test-render.ts';
import { Avatar } from './avatar.tsx';

test('a picture lies over the letters, which stay where it cannot be loaded', () => {
  const { container } = render(<Avatar username="adaobi" src="/covers/gone.webp" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/covers/gone.webp');
  expect(one(container, '[data-letters]').getAttribute('data-letters')).toBe('AD');
});
