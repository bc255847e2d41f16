import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createConnectivityStore } from './connectivity.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const target = new EventTarget();
  let online = true;
  const store = createConnectivityStore(target, () => online);
  const go = (next: boolean): void => {
    online = next;
    target.dispatchEvent(new Event(next ? 'online' : 'offline'));
  };
  return { store, go };
}

it('does not show a short drop', () => {
  const { store, go } = setUp();
  go(false);
  vi.advanceTimersByTime(300);
  go(true);
  vi.advanceTimersByTime(10_000);
  expect(store.getSnapshot()).toBe('online');
});

it('shows offline, then that the network is back for 3 s', () => {
  const { store, go } = setUp();
  const told = vi.fn();
  store.subscribe(told);
  go(false);
  vi.advanceTimersByTime(1_000);
  expect(store.getSnapshot()).toBe('offline');
  go(true);
  expect(store.getSnapshot()).toBe('back');
  vi.advanceTimersByTime(2_999);
  expect(store.getSnapshot()).toBe('back');
  vi.advanceTimersByTime(1);
  expect(store.getSnapshot()).toBe('online');
  expect(told).toHaveBeenCalledTimes(3);
});
