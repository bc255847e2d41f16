import { expect, test } from 'vitest';

import { click, one, render } from '../../ui/test-render.ts';
import { SkipLink } from './shell.tsx';

test('the focus goes to the page, and the history stays: an entry without a key is taken for a way back', () => {
  const { container } = render(
    <>
      <SkipLink />
      <main id="main" tabIndex={-1} />
    </>,
  );
  history.replaceState({ key: 'b' }, '', '/v/ABC');
  click(one(container, 'a'));
  expect(document.activeElement).toBe(one(container, 'main'));
  expect([location.hash, history.state]).toEqual(['', { key: 'b' }]);
});
