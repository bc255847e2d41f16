import { beforeEach, expect, test, vi } from 'vitest';

import { EVENTS, KEYS } from '../../contract/storage-keys.ts';
import { refreshSession } from '../platform/session/session.ts';
import { keepFresh } from './keep-fresh.ts';

const stored = new Map<string, string>();
vi.mock('idb-keyval', () => ({ get: async (key: string) => stored.get(key) }));

const calls: (readonly unknown[])[] = [];
vi.mock('../platform/worker/data-worker.ts', () => ({
  tellWorker: async () => undefined,
  callWorker: async (call: (worker: object) => unknown) =>
    call(
      new Proxy(
        {},
        {
          get:
            (_, name) =>
            (...input: readonly unknown[]) =>
              calls.push([name, ...input]),
        },
      ),
    ),
}));

await keepFresh();
beforeEach(() => {
  calls.length = 0;
});

test('after a sign-in the user is fetched with region and subscription, however fresh the row is', async () => {
  stored.set(KEYS.token, 'secret');
  await refreshSession();
  await vi.waitFor(() => expect(calls).toEqual([['refreshUser', { force: true }]]));
});

test('after a sign-out the region is asked of the network', async () => {
  stored.clear();
  const told: unknown[] = [];
  addEventListener(EVENTS.authStateChanged, (event) => told.push((event as CustomEvent).detail));
  await refreshSession();
  expect(told).toEqual(['signed-out']);
  await vi.waitFor(() => expect(calls).toEqual([['detectRegion']]));
});
