import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { MINUTE_MS } from '../../../contract/durations.ts';
import { useHasPassed } from './use-has-passed.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

async function show(atMs: number | undefined) {
  const container = document.createElement('div');
  let renders = 0;
  function Gate(): ReactElement {
    renders += 1;
    return <p>{useHasPassed(atMs) ? 'closed' : 'open'}</p>;
  }
  await act(async () => createRoot(container).render(<Gate />));
  return { container, renders: () => renders };
}

it('renders when the moment comes, and not before', async () => {
  const { container, renders } = await show(MINUTE_MS);
  const atFirst = renders();
  await act(async () => vi.advanceTimersByTime(MINUTE_MS - 1));
  expect(container.textContent).toBe('open');
  expect(renders()).toBe(atFirst);
  await act(async () => vi.advanceTimersByTime(1));
  expect(container.textContent).toBe('closed');
  expect(renders()).toBe(atFirst + 1);
});

it('waits for nothing where there is no such moment', async () => {
  const { container } = await show(undefined);
  expect(vi.getTimerCount()).toBe(0);
  expect(container.textContent).toBe('open');
});
