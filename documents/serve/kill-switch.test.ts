import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

import { KILL_SWITCH } from './serve-documents.ts';

it('the kill switch drops every cache and ends the service worker', async () => {
  const left = new Set(['precache', 'covers']);
  const done: string[] = [];
  const work: Promise<unknown>[] = [];
  runInNewContext(KILL_SWITCH, {
    addEventListener: (_type: string, listener: (event: object) => void) =>
      listener({ waitUntil: (one: Promise<unknown>) => void work.push(one) }),
    skipWaiting: () => done.push('skipWaiting'),
    caches: { keys: async () => [...left], delete: async (name: string) => left.delete(name) },
    registration: {
      active: { postMessage: ({ type }: { type: string }) => done.push(type) },
      unregister: async () => done.push('unregister'),
    },
  });
  await Promise.all(work);
  expect([...left]).toEqual([]);
  expect(done).toEqual(['retire', 'skipWaiting', 'unregister']);
});
