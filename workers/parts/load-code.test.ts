import { expect, it, vi } from 'vitest';

import { loadCode, onDemand } from './load-code.ts';

it('takes code that cannot be fetched for a want of network', async () => {
  expect(await loadCode(() => Promise.reject(new TypeError('Failed to fetch')))).toMatchObject({
    ok: false,
    error: { code: 'network' },
  });
  expect(await loadCode(() => Promise.resolve({ answer: 42 }))).toEqual({
    ok: true,
    value: { answer: 42 },
  });
});

/** What Chromium says of a module once it could not be fetched, however often it is asked for. */
const remembered = (address: string) => (): Promise<{ readonly tries: number }> =>
  Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`));

const asModule = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

it('has code that could not be fetched fetched again, though the browser remembers the failure', async () => {
  vi.stubGlobal('runs', 0);
  const load = remembered(
    asModule(
      'globalThis.runs += 1; if (runs < 3) throw new Error("lost"); export const tries = runs;',
    ),
  );
  const first = await loadCode(load);
  expect(first).toMatchObject({ ok: false, error: { code: 'network' } });
  expect(await loadCode(load)).toMatchObject({ ok: false });
  expect(await loadCode(load)).toMatchObject({ ok: true, value: { tries: 3 } });
  // All who ask have the same one.
  expect(await loadCode(load)).toMatchObject({ ok: true, value: { tries: 3 } });
  const { count } = onDemand(load, ({ tries }) => ({ count: async () => tries }))('count');
  expect(await count()).toBe(3);
  vi.unstubAllGlobals();
});
