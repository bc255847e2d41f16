import { expect, test, vi } from 'vitest';

import type { Asked } from '../../../local/answers.ts';
import { click, one, render } from '../../ui/test-render.ts';
import { AnswerPages } from './answer-pages.tsx';

const PAGES = 3;
vi.mock('./use-answer.ts', () => ({
  useAnswer: ({ cursor = 1 }: Asked) => ({
    phase: 'ready',
    answer: { next_cursor: cursor < PAGES ? cursor + 1 : null, data: [cursor] },
  }),
}));

test('the page that was asked for has the focus that its button had, before its first row', () => {
  const { container } = render(
    <AnswerPages path="/prizes" loadingLabel="Loading prizes">
      {({ data }) => <a href="/">{`Row ${String(data[0])}`}</a>}
    </AnswerPages>,
  );
  for (const page of [2, PAGES]) {
    const more = one(container, 'button');
    more.focus();
    click(more);
    expect(document.activeElement?.nextElementSibling?.textContent).toBe(`Row ${page}`);
  }
  expect(container.querySelector('button')).toBeNull();
});
