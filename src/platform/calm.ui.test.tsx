import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let onResources = (): void => undefined;
const disconnect = vi.fn();
vi.stubGlobal(
  'PerformanceObserver',
  class {
    constructor(listener: () => void) {
      onResources = listener;
    }
    observe(): void {
      // Entries come by `onResources`.
    }
    disconnect(): void {
      disconnect();
    }
  },
);

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  disconnect.mockReset();
});
afterEach(() => vi.useRealTimers());

/** How it stands, once what is due has run. */
async function start() {
  const { awaitCalm, whenCalm } = await import('./calm.ts');
  let isCalm = false;
  void whenCalm().then(() => (isCalm = true));
  return { awaitCalm, isCalm: () => isCalm };
}

test('it is calm a second after the last file came', async () => {
  const { awaitCalm, isCalm } = await start();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isCalm()).toBe(false);
  awaitCalm();
  await vi.advanceTimersByTimeAsync(900);
  onResources();
  await vi.advanceTimersByTimeAsync(900);
  onResources();
  await vi.advanceTimersByTimeAsync(999);
  expect(isCalm()).toBe(false);
  expect(disconnect).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(isCalm()).toBe(true);
  expect(disconnect).toHaveBeenCalledTimes(1);
});

test('where nothing comes it is calm after a second, and for whoever asks later', async () => {
  const { awaitCalm } = await start();
  awaitCalm();
  await vi.advanceTimersByTimeAsync(1_000);
  const { whenCalm } = await import('./calm.ts');
  await expect(whenCalm()).resolves.toBeUndefined();
});
