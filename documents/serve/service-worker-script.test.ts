import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';

import { BUILD_ID_PATTERN } from '../../contract/document/build.ts';
import { buildIdOf, serviceWorkerScript, warningsOf } from './service-worker-script.ts';

describe('the service worker’s script', () => {
  it('begins with what build it is and which are broken, and goes on as it was built', () => {
    const script = serviceWorkerScript('self.ran = true;', {
      brokenBuilds: ['0badbad0'],
      hasServiceWorker: true,
    });
    const self: Record<string, unknown> = {};
    runInNewContext(script, { self });
    expect(self).toEqual({
      GOODIES_BUILD: { id: buildIdOf('self.ran = true;'), broken: ['0badbad0'] },
      ran: true,
    });
  });

  it('has an id that changes with it, and not with what is said of others', () => {
    expect(buildIdOf('a')).toMatch(BUILD_ID_PATTERN);
    expect(buildIdOf('a')).not.toBe(buildIdOf('b'));
  });

  it('is warned of where devices would not install it', () => {
    const said = (brokenBuilds: readonly string[], hasServiceWorker = true) =>
      warningsOf('0badbad0', { brokenBuilds, hasServiceWorker }).join();
    expect(said(['0badbad1'])).toBe('');
    expect(said(['0badbad1', '0badbad0'])).toContain('BROKEN_BUILDS');
    expect(said([], false)).toContain('switched off');
  });
});

/** What a browser does with the kill switch, on a device with these caches. */
async function flip(cacheNames: readonly string[], pageAnswers: boolean) {
  const left = new Set(cacheNames);
  const done: string[] = [];
  const listeners: Record<
    string,
    (event: { waitUntil: (work: Promise<unknown>) => void }) => void
  > = {};
  const page = {
    url: 'https://goodies.test/',
    navigate: vi.fn(async () => null),
    postMessage: (_message: unknown, [port]: readonly MessagePort[]) => {
      if (pageAnswers) port?.postMessage(true);
    },
  };
  let work: Promise<unknown> = Promise.resolve();
  const timers = new Set<() => void>();
  runInNewContext(serviceWorkerScript('throw 1', { brokenBuilds: [], hasServiceWorker: false }), {
    addEventListener: (type: string, listener: (typeof listeners)[string]) => {
      listeners[type] = listener;
    },
    skipWaiting: () => done.push('skipWaiting'),
    caches: { keys: async () => [...left], delete: async (name: string) => left.delete(name) },
    registration: {
      active: { postMessage: ({ type }: { type: string }) => done.push(type) },
      unregister: async () => done.push('unregister'),
    },
    clients: { matchAll: async () => [page] },
    MessageChannel,
    setTimeout: (act: () => void) => {
      timers.add(act);
      return act;
    },
    clearTimeout: (act: () => void) => timers.delete(act),
  });
  const event = { waitUntil: (one: Promise<unknown>) => (work = one) };
  listeners['install']?.(event);
  listeners['activate']?.(event);
  let isOver = false;
  work = work.then(() => (isOver = true));
  if (pageAnswers || cacheNames.length === 0) await work;
  else await vi.waitFor(() => expect(timers.size).toBe(1));
  // Without it the browser may end the service worker before its time is over.
  const isKeptUntilThen = !isOver;
  for (const act of timers) act();
  await work;
  return { left, done, isKeptUntilThen, navigate: page.navigate };
}

describe('the kill switch', () => {
  it('drops every cache, ends the service worker and loads a dead page anew', async () => {
    const { left, done, isKeptUntilThen, navigate } = await flip(['a', 'b'], false);
    expect([...left]).toEqual([]);
    expect(isKeptUntilThen).toBe(true);
    expect(done).toEqual(['retire', 'skipWaiting', 'unregister']);
    expect(navigate).toHaveBeenCalledTimes(1);
  });

  it('leaves a page that runs to load itself anew', async () => {
    expect((await flip(['a'], true)).navigate).not.toHaveBeenCalled();
  });

  it('loads nothing anew where nothing was cached: pages register it at every start', async () => {
    const { done, navigate } = await flip([], false);
    expect(done).toEqual(['retire', 'skipWaiting', 'unregister']);
    expect(navigate).not.toHaveBeenCalled();
  });
});
