import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createConnectivityStore } from './connectivity.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const target = new EventTarget();
  let online = true;
  const probe = vi.fn<() => Promise<boolean>>(async () => true);
  const store = createConnectivityStore({ target, isOnline: () => online, probe });
  const go = (next: boolean): void => {
    online = next;
    target.dispatchEvent(new Event(next ? 'online' : 'offline'));
  };
  return { store, go, probe };
}

it('does not show a short drop', () => {
  const { store, go } = setUp();
  go(false);
  vi.advanceTimersByTime(300);
  go(true);
  vi.advanceTimersByTime(10_000);
  expect(store.state.get()).toBe('online');
});

it('shows offline, then that the network is back for 3 s', () => {
  const { store, go } = setUp();
  const told = vi.fn();
  store.state.subscribe(told);
  go(false);
  vi.advanceTimersByTime(1_000);
  expect(store.state.get()).toBe('offline');
  go(true);
  expect(store.state.get()).toBe('back');
  vi.advanceTimersByTime(2_999);
  expect(store.state.get()).toBe('back');
  vi.advanceTimersByTime(1);
  expect(store.state.get()).toBe('online');
  expect(told).toHaveBeenCalledTimes(3);
});

it('shows nothing when one call fails while the server answers, and has nothing repeated', async () => {
  const { store, probe } = setUp();
  const returned = vi.fn();
  store.onReturn(returned);
  store.doubt();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe).toHaveBeenCalledOnce();
  expect(store.state.get()).toBe('online');
  expect(returned).not.toHaveBeenCalled();
});

it('has what failed right after the network’s return repeated once more: it may have come too early', async () => {
  const { store, go, probe } = setUp();
  const returned = vi.fn();
  go(false);
  await vi.advanceTimersByTimeAsync(1_000);
  store.onReturn(returned);
  go(true);
  expect(returned).toHaveBeenCalledTimes(1);
  store.doubt();
  await vi.advanceTimersByTimeAsync(10);
  expect(returned).toHaveBeenCalledTimes(2);
  expect(store.state.get()).toBe('back');
  // What fails again has another reason.
  store.doubt();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(returned).toHaveBeenCalledTimes(2);
  expect(probe).toHaveBeenCalledTimes(2);
});

it('shows that the server cannot be reached, looks ever more rarely, and tells when it is back', async () => {
  const { store, probe } = setUp();
  const returned = vi.fn();
  store.onReturn(returned);
  probe.mockResolvedValue(false);
  store.doubt();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.state.get()).toBe('unreachable');
  // Calls that fail meanwhile start no second search.
  store.doubt();
  await vi.advanceTimersByTimeAsync(4_000 + 8_000 + 16_000 + 32_000 + 32_000);
  expect(probe).toHaveBeenCalledTimes(6);
  probe.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(32_000);
  expect(store.state.get()).toBe('back');
  expect(returned).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(store.state.get()).toBe('online');
});

it('leaves the search to the network once that goes, and begins another when it is back', async () => {
  const { store, go, probe } = setUp();
  const returned = vi.fn();
  store.onReturn(returned);
  probe.mockResolvedValue(false);
  store.doubt();
  await vi.advanceTimersByTimeAsync(0);
  go(false);
  store.doubt();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.state.get()).toBe('offline');
  expect(probe).toHaveBeenCalledOnce();
  go(true);
  expect(returned).toHaveBeenCalledOnce();
  expect(store.state.get()).toBe('back');
  store.doubt();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.state.get()).toBe('unreachable');
});

it('does not believe a look from before the network changed', async () => {
  const { store, go, probe } = setUp();
  let answer: (found: boolean) => void = () => undefined;
  probe.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  store.doubt();
  go(false);
  go(true);
  answer(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(store.state.get()).toBe('online');
});
