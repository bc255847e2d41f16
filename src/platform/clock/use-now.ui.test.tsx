import { act, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { render } from '../../ui/test-render.ts';
import { useNow, useHasPassed } from './use-now.ts';

let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
});
afterEach(() => {
  isHidden = false;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('the time is renewed as soon as the page is seen again', async () => {
  let shown = 0;
  function Clock(): ReactElement {
    shown = useNow(MINUTE_MS).getTime();
    return <p>{shown}</p>;
  }
  render(<Clock />);
  isHidden = true;
  // A phone that sleeps runs no timers.
  await act(async () => vi.setSystemTime(DAY_MS));
  expect(shown).toBe(0);
  isHidden = false;
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(shown).toBe(DAY_MS);
});

function showGate(atMs: number | undefined) {
  let renders = 0;
  function Gate(): ReactElement {
    renders += 1;
    return <p>{useHasPassed(atMs) ? 'closed' : 'open'}</p>;
  }
  return { ...render(<Gate />), renders: () => renders };
}

it('a moment that passes renders when it comes, and not before', async () => {
  const { container, renders } = showGate(MINUTE_MS);
  const atFirst = renders();
  await act(async () => vi.advanceTimersByTime(MINUTE_MS - 1));
  expect(container.textContent).toBe('open');
  expect(renders()).toBe(atFirst);
  await act(async () => vi.advanceTimersByTime(1));
  expect(container.textContent).toBe('closed');
  expect(renders()).toBe(atFirst + 1);
});

it('waits for nothing where there is no such moment', () => {
  const { container } = showGate(undefined);
  expect(vi.getTimerCount()).toBe(0);
  expect(container.textContent).toBe('open');
});
