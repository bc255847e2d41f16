import { expect, test } from 'vitest';

import { render } from '../../../ui/test-render.ts';
import { Figures } from './profile-page.tsx';

const textOf = (wins: number | undefined): string =>
  render(<Figures points={1_250} wins={wins} shares={1} />).container.textContent;

test('one is one win, and what is not known yet stands for several', () => {
  expect(textOf(1)).toBe('1,250 coins1 win1 share');
  expect(textOf(undefined)).toBe('1,250 coins– wins1 share');
});
