import { expect, it } from 'vitest';

import { PAGES_CACHE_PREFIX } from '../contract/storage-keys.ts';
import { memoryCaches } from '../local/testing/memory-caches.ts';
import { keepReception, readReception, receiveBuild } from './receive-build.ts';

const A = 'aaaaaaaa';
const B = 'bbbbbbbb';

/** A service worker that answers what build it is, or one of before that does not know the question. */
const inUse = (id: string | undefined) => ({
  id,
  postMessage: (message: unknown, transfer: unknown) => {
    expect(message).toEqual({ type: 'which-build' });
    const [port] = transfer as readonly MessagePort[];
    if (id !== undefined) port?.postMessage(id);
  },
});

const receive = (
  active: ReturnType<typeof inUse> | null,
  broken: readonly string[],
  pages: readonly string[] = [],
) =>
  receiveBuild({
    build: { id: B, broken },
    active,
    caches: { keys: async () => ['other', ...pages.map((id) => `${PAGES_CACHE_PREFIX}${id}`)] },
    // Time passes only where no answer comes.
    sleep: () => new Promise((resolve) => active?.id ?? resolve()),
  });

it.each([
  ['the first of a device is installed', null, [], [], 'install'],
  ['one that waits its turn is installed', inUse(A), [], [A], 'install'],
  ['one in the place of a broken one replaces it', inUse(A), [A], [A], 'replace'],
  ['one that is broken itself is refused', inUse(A), [B], [A], 'refuse'],
  ['one that is broken itself is refused, also by a new device', null, [B], [], 'refuse'],
  ['the newest, when all are broken, is refused', inUse(A), [A, B], [A], 'refuse'],
  ['the one in use with another list is the same', inUse(B), [A], [B], 'same'],
  ['a broken one that waited does not matter', inUse('cccccccc'), [A], [A, 'cccccccc'], 'install'],
  ['one in the place of one that says nothing is installed', inUse(undefined), [], [A], 'install'],
  [
    'one in the place of a broken one that says nothing replaces it',
    inUse(undefined),
    [A],
    [A],
    'replace',
  ],
  ['the same as one that is slow to answer is the same', inUse(undefined), [A], [B], 'same'],
] as const)('%s', async (_case, active, broken, pages, expected) => {
  expect(await receive(active, broken, pages)).toBe(expected);
});

it('is known to the activation after the service worker was ended', async () => {
  const caches = memoryCaches();
  expect(await readReception(caches, B)).toBeUndefined();
  await keepReception(caches, A, 'install');
  await keepReception(caches, B, 'replace');
  expect(await readReception(caches, B)).toBe('replace');
  expect(await readReception(caches, A)).toBeUndefined();
});
