import { expect, it, vi } from 'vitest';

import { BusyError, createSemaphore } from './semaphore.ts';

it('lets in as many as it has places, the others in order', async () => {
  const semaphore = createSemaphore({ places: 1 });
  const order: number[] = [];
  const leave = await semaphore.acquire();
  const others = [1, 2].map(async (n) => {
    const leaveToo = await semaphore.acquire();
    order.push(n);
    leaveToo();
  });
  expect(order).toEqual([]);
  leave();
  leave();
  await Promise.all(others);
  expect(order).toEqual([1, 2]);
});

it('gives one place back once, however often it is left', async () => {
  const semaphore = createSemaphore({ places: 1, timeoutMs: 1 });
  const leave = await semaphore.acquire();
  leave();
  leave();
  await semaphore.acquire();
  await expect(semaphore.acquire()).rejects.toBeInstanceOf(BusyError);
});

it('lets nobody wait for longer than they can', async () => {
  vi.useFakeTimers();
  try {
    const semaphore = createSemaphore({ places: 1, timeoutMs: 5_000 });
    const leave = await semaphore.acquire();
    const late = semaphore.acquire();
    const refused = expect(late).rejects.toBeInstanceOf(BusyError);
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
    leave();
    await semaphore.acquire();
  } finally {
    vi.useRealTimers();
  }
});

it('lets no more wait than may, and says how many do', async () => {
  const semaphore = createSemaphore({ places: 1, maxWaiting: 1 });
  const leave = await semaphore.acquire();
  const next = semaphore.acquire();
  expect(semaphore.waiting).toBe(1);
  await expect(semaphore.acquire()).rejects.toBeInstanceOf(BusyError);
  leave();
  await next;
  expect(semaphore.waiting).toBe(0);
});
