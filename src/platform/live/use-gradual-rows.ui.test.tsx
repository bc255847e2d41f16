import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { useGradualRows } from './use-gradual-rows.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

beforeEach(() => vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] }));
afterEach(() => vi.useRealTimers());

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function Shown({ rows, list }: { rows: readonly number[]; list: string }): ReactElement {
  return <p>{useGradualRows(rows, list, 4).join(' ')}</p>;
}

function show() {
  const container = document.createElement('div');
  const root = createRoot(container);
  return {
    render: (rows: readonly number[], list: string) =>
      act(async () => root.render(<Shown rows={rows} list={list} />)),
    frame: () => act(async () => vi.advanceTimersToNextFrame()),
    count: () =>
      container.textContent === '' ? 0 : (container.textContent ?? '').split(' ').length,
  };
}

it('draws some rows in each frame, and then all of them', async () => {
  const { render, frame, count } = show();
  await render(numbers(10), 'a');
  expect(count()).toBe(4);
  await frame();
  expect(count()).toBe(8);
  await frame();
  expect(count()).toBe(10);
  expect(vi.getTimerCount()).toBe(0);
});

it('goes on from what is drawn when there are more rows, and begins anew with another list', async () => {
  const { render, frame, count } = show();
  await render(numbers(8), 'a');
  await frame();
  await render(numbers(16), 'a');
  expect(count()).toBe(8);
  await frame();
  expect(count()).toBe(12);
  await render(numbers(16), 'b');
  expect(count()).toBe(4);
});

it('draws a list that came empty gradually, too', async () => {
  const { render, frame, count } = show();
  await render([], 'a');
  await frame();
  expect(count()).toBe(0);
  await render(numbers(10), 'a');
  expect(count()).toBe(4);
});
