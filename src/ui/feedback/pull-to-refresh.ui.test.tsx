import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { one, render } from '../test-render.ts';
import { PullToRefresh } from './pull-to-refresh.tsx';

function pull(element: Element): Promise<void> {
  const touch = (type: string, clientY: number): void => {
    const event = Object.assign(new Event(type, { bubbles: true }), { touches: [{ clientY }] });
    element.dispatchEvent(event);
  };
  return act(async () => {
    touch('touchstart', 100);
    touch('touchmove', 400);
    touch('touchend', 400);
  });
}

test('pulling the page refreshes it; pulling in a sheet that the page has opened does not', async () => {
  const onRefresh = vi.fn(async () => undefined);
  const { container } = render(
    <PullToRefresh onRefresh={onRefresh}>
      <p>A list</p>
      <dialog open>
        <b>A sheet</b>
      </dialog>
    </PullToRefresh>,
  );
  await pull(one(container, 'b'));
  expect(onRefresh).not.toHaveBeenCalled();
  await pull(one(container, 'p'));
  expect(onRefresh).toHaveBeenCalledOnce();
});
