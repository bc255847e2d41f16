import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const worker = vi.hoisted(() => ({ pending: 0 }));
vi.mock('./worker/data-worker.ts', () => ({ pendingCalls: () => worker.pending }));
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
  worker.pending = 0;
  disconnect.mockReset();
});
afterEach(() => vi.useRealTimers());

/** How it stands, once what is due has run. */
async function start() {
  const { awaitFirstScreen, whenFirstScreenLoaded } = await import('./network-idle.ts');
  let isIdle = false;
  void whenFirstScreenLoaded().then(() => (isIdle = true));
  return { awaitFirstScreen, isIdle: () => isIdle };
}

test('the network is idle a second after the last file came', async () => {
  const { awaitFirstScreen, isIdle } = await start();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isIdle()).toBe(false);
  void awaitFirstScreen();
  await vi.advanceTimersByTimeAsync(900);
  onResources();
  await vi.advanceTimersByTimeAsync(900);
  onResources();
  await vi.advanceTimersByTimeAsync(999);
  expect(isIdle()).toBe(false);
  expect(disconnect).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(isIdle()).toBe(true);
  expect(disconnect).toHaveBeenCalledTimes(1);
});

test('it is not idle while the data worker has a command under way', async () => {
  const { awaitFirstScreen, isIdle } = await start();
  worker.pending = 1;
  void awaitFirstScreen();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isIdle()).toBe(false);
  worker.pending = 0;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isIdle()).toBe(true);
});

test('where nothing comes the network is idle after a second, and for whoever asks later', async () => {
  const { awaitFirstScreen } = await start();
  void awaitFirstScreen();
  await vi.advanceTimersByTimeAsync(1_000);
  const { whenFirstScreenLoaded } = await import('./network-idle.ts');
  await expect(whenFirstScreenLoaded()).resolves.toBeUndefined();
});
