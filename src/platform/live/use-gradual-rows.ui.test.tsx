import { act, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { render } from '../../ui/test-render.ts';
import { useGradualRows } from './use-gradual-rows.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] }));
afterEach(() => vi.useRealTimers());

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function Shown({ rows, list }: { rows: readonly number[]; list: string }): ReactElement {
  return <p>{useGradualRows(rows, list, 4).join(' ')}</p>;
}

function show() {
  const { container, rerender } = render(null);
  return {
    draw: (rows: readonly number[], list: string) => rerender(<Shown rows={rows} list={list} />),
    frame: () => act(() => void vi.advanceTimersToNextFrame()),
    count: () =>
      container.textContent === '' ? 0 : (container.textContent ?? '').split(' ').length,
  };
}

it('draws some rows in each frame, and then all of them', () => {
  const { draw, frame, count } = show();
  draw(numbers(10), 'a');
  expect(count()).toBe(4);
  frame();
  expect(count()).toBe(8);
  frame();
  expect(count()).toBe(10);
  expect(vi.getTimerCount()).toBe(0);
});

it('goes on from what is drawn when there are more rows, and begins anew with another list', () => {
  const { draw, frame, count } = show();
  draw(numbers(8), 'a');
  frame();
  draw(numbers(16), 'a');
  expect(count()).toBe(8);
  frame();
  expect(count()).toBe(12);
  draw(numbers(16), 'b');
  expect(count()).toBe(4);
});

it('draws a list that came empty gradually, too', () => {
  const { draw, frame, count } = show();
  draw([], 'a');
  frame();
  expect(count()).toBe(0);
  draw(numbers(10), 'a');
  expect(count()).toBe(4);
});
