import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { FakeObjectStorage, type Mood } from '../../tests/fakes/object-storage.ts';
import { systemClock } from '../clock.ts';
import { createS3CoverStore, type ObjectStore } from './s3-cover-store.ts';

const PATH = '01ARZ3NDEKTSV4RRFFQ69G5FAV/video-0123456789ab.mp4';
const BYTES = Buffer.from('the bytes of a film');
const LITTLE = { readMs: 200, writeMs: 200 };

let storage: FakeObjectStorage;
let store: ObjectStore;
/** For a storage that says nothing. */
let impatient: ObjectStore;

beforeAll(async () => {
  storage = await FakeObjectStorage.start();
  store = createS3CoverStore(storage.settings, systemClock);
  impatient = createS3CoverStore(storage.settings, systemClock, LITTLE);
});
beforeEach(() => {
  storage.recover();
  storage.objects.clear();
  storage.requests.length = 0;
});
afterAll(() => storage.close());

/** What comes of a path: which part, of how many bytes, and the bytes themselves. */
async function read(path: string, range?: string) {
  const file = await store.open(path, range);
  if (!file || file.part === 'unsatisfiable') return file;
  const { part, contentType, sizeBytes, bytes } = file;
  return { part, contentType, sizeBytes, text: (await buffer(bytes)).toString() };
}

describe('a cover in a storage', () => {
  it('is signed, stored with what browsers need of it, read and removed', async () => {
    await store.put(PATH, BYTES);
    expect(storage.objects.get(PATH)).toEqual({
      bytes: BYTES,
      contentType: 'video/mp4',
      cacheControl: 'public, max-age=31536000, immutable',
    });
    expect(await read(PATH)).toEqual({
      part: 'whole',
      contentType: 'video/mp4',
      sizeBytes: BYTES.length,
      text: BYTES.toString(),
    });
    await store.remove([PATH, PATH]);
    expect(await read(PATH)).toBeUndefined();
  });

  it('is asked for in the parts that a player asks for, each in one request', async () => {
    await store.put(PATH, BYTES);
    storage.requests.length = 0;
    const size = { contentType: 'video/mp4', sizeBytes: 19 };
    expect(await read(PATH, 'bytes=4-8')).toEqual({
      ...size,
      part: { start: 4, end: 8 },
      text: 'bytes',
    });
    expect(await read(PATH, 'bytes=15-')).toMatchObject({ text: 'film', sizeBytes: 19 });
    expect(await read(PATH, 'bytes=-4')).toMatchObject({ text: 'film', sizeBytes: 19 });
    const url = `GET /covers-of-a-test/${PATH}`;
    expect(storage.requests).toEqual(['4-8', '15-', '-4'].map((range) => `${url} bytes=${range}`));
    expect(await read(PATH, 'bytes=19-')).toEqual({ part: 'unsatisfiable', sizeBytes: 19 });
    for (const range of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])
      expect(await read(PATH, range)).toMatchObject({ part: 'whole' });
  });

  it('has the path of a cover, or is nothing that the storage is asked for', async () => {
    expect(await store.open('../secret', undefined)).toBeUndefined();
    await expect(store.put('../secret', BYTES)).rejects.toThrow('not the path of a cover');
    expect(storage.requests).toEqual([]);
  });
});

describe('a storage in trouble', () => {
  const busy: Mood = { status: 503, code: 'SlowDown' };
  it.each<[string, Mood]>([
    ['has too much to do', busy],
    ['has a fault', { status: 500, code: 'InternalError' }],
    ['breaks the connection off', 'broken'],
  ])('that %s is asked once more', async (_what, mood) => {
    storage.fail(mood, { requests: 1 });
    await store.put(PATH, BYTES);
    storage.fail(mood, { requests: 1 });
    expect(await read(PATH)).toMatchObject({ text: BYTES.toString() });
    storage.fail(mood, { requests: 1 });
    await store.remove([PATH]);
    expect(storage.requests).toHaveLength(6);
    expect(storage.objects.size).toBe(0);
  });

  it.each<[string, Mood, number, string]>([
    ['stays busy', busy, 2, 'the storage of covers answered 503 SlowDown'],
    ['is away', 'broken', 2, 'the storage of covers did not answer: '],
    ['sends elsewhere', { status: 307, code: 'TemporaryRedirect' }, 1, '307 TemporaryRedirect'],
    ['says nothing', 'hanging', 1, 'the storage of covers did not answer in time'],
    ['knows another key', { status: 403, code: 'SignatureDoesNotMatch' }, 1, 'answered 403 Sig'],
    ['has no such bucket', { status: 404, code: 'NoSuchBucket' }, 1, 'answered 404 NoSuchBucket'],
  ])('that %s is unavailable, and says why', async (_what, mood, requests, words) => {
    storage.fail(mood);
    const asked = mood === 'hanging' ? impatient : store;
    const calls = [
      () => asked.put(PATH, BYTES),
      () => asked.open(PATH, undefined),
      () => asked.remove([PATH]),
    ];
    for (const call of calls) {
      storage.requests.length = 0;
      await expect(call()).rejects.toMatchObject({
        code: 'unavailable',
        status: 503,
        cause: { message: expect.stringContaining(words) },
      });
      expect(storage.requests).toHaveLength(requests);
    }
  });

  it('keeps no more than a hundred readers waiting', async () => {
    storage.fail('hanging');
    const reads = Array.from({ length: 101 }, () => impatient.open(PATH, undefined));
    const codes = await Promise.all(
      reads.map((one) => one.then(String, ({ code }: { code: string }) => code)),
    );
    expect(codes.filter((code) => code === 'unavailable')).toHaveLength(100);
    expect(codes.at(-1)).toBe('busy');
    storage.recover();
    await expect
      .poll(() => impatient.open(PATH, undefined).catch(({ code }: { code: string }) => code), {
        timeout: 10_000,
      })
      .toBeUndefined();
  });

  it('refuses another secret than its own', async () => {
    const settings = { ...storage.settings, secretAccessKey: 'another secret' };
    const other = createS3CoverStore(settings, systemClock);
    await expect(other.put(PATH, BYTES)).rejects.toMatchObject({
      cause: { message: 'the storage of covers answered 403 SignatureDoesNotMatch' },
    });
  });
});
