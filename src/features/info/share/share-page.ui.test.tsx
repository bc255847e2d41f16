import { afterEach, expect, test, vi } from 'vitest';

import { memoryCaches } from '../../../../local/testing/fake-environment.ts';
import { CACHES, SHARED_PICTURE } from '../../../../contract/storage-keys.ts';
import { openPicture } from './share-page.tsx';

const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const readQr = vi.hoisted(() => vi.fn<() => Promise<string | undefined>>());
vi.mock('../../../shared/qr/read-qr.ts', () => ({ readQr }));

afterEach(() => vi.unstubAllGlobals());

async function share() {
  const caches = memoryCaches();
  await (await caches.open(CACHES.shared)).put(SHARED_PICTURE, new Response('pixels'));
  vi.stubGlobal('caches', caches);
  return caches;
}

test('a picture with a voucher opens it, and is not kept', async () => {
  const caches = await share();
  readQr.mockResolvedValue(`${location.origin}/v/${ULID}`);
  expect(await openPicture()).toBeUndefined();
  expect(location.pathname).toBe(`/v/${ULID}`);
  expect(caches.contents.has(CACHES.shared)).toBe(false);
  expect(await openPicture()).toBe('text');
});

test.each([
  ['no code', async () => undefined, 'no-code'],
  ['the code of another site', async () => `https://evil.test/v/${ULID}`, 'other-code'],
  ['no picture in it', () => Promise.reject(new Error('broken')), 'unreadable'],
])('one with %s says so', async (_what, read, said) => {
  await share();
  readQr.mockImplementation(read);
  expect(await openPicture()).toBe(said);
});
