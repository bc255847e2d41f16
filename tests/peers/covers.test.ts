import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { AwsClient } from 'aws4fetch';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { COVER_VIDEO_MAX_BYTES } from '../../contract/constants.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { systemClock } from '../../server/clock.ts';
import type { CoverStorageSettings } from '../../server/config/config.ts';
import {
  COVER_CACHE_CONTROL,
  newCoverPath,
  type CoverFileKind,
} from '../../server/media/cover-store.ts';
import { createS3CoverStore, type ObjectStore } from '../../server/media/s3-cover-store.ts';
import { FakeObjectStorage } from '../fakes/object-storage.ts';

const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
/** A dot in it is allowed, and no part of the host's name. */
const BUCKET = 'covers.of-a-test';
/** The only key that the peer knows. */
const KEY = 'S3RVER';
const AT_ONCE = 40;

const folder = mkdtempSync(path.join(tmpdir(), 'goodies-s3-'));
const peer = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: folder,
  vhostBuckets: false,
  configureBuckets: [{ name: BUCKET, configs: [] }],
});
let settings: CoverStorageSettings;
let store: ObjectStore;
beforeAll(async () => {
  const { port } = await peer.run();
  settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    region: 'auto',
    accessKeyId: KEY,
    secretAccessKey: KEY,
  };
  store = createS3CoverStore(settings, systemClock);
});
afterAll(async () => {
  await peer.close();
  rmSync(folder, { recursive: true });
});

const newPath = (kind: CoverFileKind = 'webp', ulid = ULID): string =>
  newCoverPath(ulid, kind === 'webp' ? '800' : 'video', kind);

const fileOf = (cover: string, what: 'object' | 'metadata.json'): Promise<Buffer> =>
  readFile(path.join(folder, BUCKET, `${cover}._S3rver_${what}`));

/** The peer answers some moments before all bytes are on its disk. */
async function put(cover: string, bytes: Buffer): Promise<void> {
  await store.put(cover, bytes);
  await expect.poll(async () => (await fileOf(cover, 'object')).equals(bytes)).toBe(true);
}

async function read(cover: string, range?: string) {
  const file = await store.open(cover, range);
  if (!file || file.part === 'unsatisfiable') return file;
  return { ...file, bytes: await buffer(file.bytes) };
}

async function bytesOf(cover: string, range?: string): Promise<Buffer | undefined> {
  const file = await read(cover, range);
  return file && 'bytes' in file ? file.bytes : undefined;
}

describe('a cover at an S3 server of others', () => {
  it.each<[CoverFileKind, string, number]>([
    ['webp', 'image/webp', 1],
    ['webp', 'image/webp', 64 * 1024 + 1],
    ['webm', 'video/webm', 1024 * 1024],
    ['mp4', 'video/mp4', COVER_VIDEO_MAX_BYTES],
  ])(
    'that is a %s (%s) of %i bytes is kept and comes back to the byte',
    async (kind, type, size) => {
      const cover = newPath(kind);
      const bytes = randomBytes(size);
      await put(cover, bytes);
      expect(JSON.parse((await fileOf(cover, 'metadata.json')).toString())).toMatchObject({
        'content-type': type,
        'cache-control': COVER_CACHE_CONTROL,
      });
      const file = await read(cover);
      expect(file).toMatchObject({ part: 'whole', contentType: type, sizeBytes: size });
      expect((await bytesOf(cover))?.equals(bytes)).toBe(true);
    },
  );

  it('is joined again from the parts that a player asks for', async () => {
    const [cover, film] = [newPath('mp4'), randomBytes(1_000_003)];
    await put(cover, film);
    const parts: Buffer[] = [];
    for (let start = 0; start < film.length; start += 300_000) {
      const end = Math.min(start + 299_999, film.length - 1);
      const file = await read(cover, `bytes=${start}-${start + 299_999}`);
      expect(file).toMatchObject({ part: { start, end }, sizeBytes: film.length });
      if (file && 'bytes' in file) parts.push(file.bytes);
    }
    expect(Buffer.concat(parts).equals(film)).toBe(true);
    expect(await bytesOf(cover, 'bytes=1000000-')).toEqual(film.subarray(-3));
    for (const start of [film.length, film.length + 9])
      expect(await read(cover, `bytes=${start}-`)).toEqual({
        part: 'unsatisfiable',
        sizeBytes: film.length,
      });
  });

  it('comes with the place of the bytes that were sent, also where others were asked for', async () => {
    const [cover, film] = [newPath('mp4'), randomBytes(1000)];
    await put(cover, film);
    // The peer reads these in its own way.
    for (const range of ['bytes=-4', 'bytes=0-0', 'bytes=8-4', 'bytes=0-1,5-6']) {
      const file = await read(cover, range);
      expect(file?.sizeBytes, range).toBe(film.length);
      if (!file || !('bytes' in file)) continue;
      const { start, end } = file.part === 'whole' ? { start: 0, end: film.length - 1 } : file.part;
      expect(file.bytes.equals(film.subarray(start, end + 1)), range).toBe(true);
    }
  });

  it('gives way to another one at its path, be it longer or shorter', async () => {
    const cover = newPath();
    for (const size of [5000, 9000, 10]) {
      const bytes = randomBytes(size);
      await put(cover, bytes);
      expect(await bytesOf(cover)).toEqual(bytes);
    }
  });

  it('goes with those of its voucher at once, and no others', async () => {
    const covers = [newPath(), newPath(), newPath('mp4')];
    const [kept, never] = [newPath(), newPath()];
    for (const cover of [...covers, kept]) await put(cover, Buffer.from(cover));
    await store.remove([...covers, ...covers, never]);
    for (const cover of [...covers, never]) {
      expect(await store.open(cover, undefined)).toBeUndefined();
      expect(await store.open(cover, 'bytes=0-1')).toBeUndefined();
      await expect(fileOf(cover, 'object')).rejects.toMatchObject({ code: 'ENOENT' });
    }
    expect(await bytesOf(kept)).toEqual(Buffer.from(kept));
  });

  it('is not mixed up with others that are sent and read at the same time', async () => {
    const covers = Array.from({ length: AT_ONCE }, () => ({
      cover: newPath(),
      bytes: randomBytes(50_000),
    }));
    await Promise.all(covers.map(({ cover, bytes }) => put(cover, bytes)));
    const same = await Promise.all(
      covers.map(async ({ cover, bytes }) => (await bytesOf(cover))?.equals(bytes)),
    );
    expect(same).toEqual(covers.map(() => true));
  });

  it('is there for the next reader when one leaves in the middle', async () => {
    const [cover, film] = [newPath('mp4'), randomBytes(5_000_000)];
    await put(cover, film);
    for (let reader = 0; reader < AT_ONCE; reader += 1) {
      const file = await store.open(cover, undefined);
      if (file && 'bytes' in file) file.bytes.destroy();
    }
    expect((await bytesOf(cover))?.equals(film)).toBe(true);
  });
});

describe('an S3 server of others that refuses', () => {
  it.each<[string, Partial<CoverStorageSettings>, number, string]>([
    ['a bucket that is not there', { bucket: 'another' }, 0, '404 NoSuchBucket'],
    ['a key that it does not know', { accessKeyId: 'another' }, 0, '403 InvalidAccessKeyId'],
    ['a clock that is slow', {}, -16, '403 RequestTimeTooSkewed'],
    ['a clock that is fast', {}, 16, '403 RequestTimeTooSkewed'],
  ])('%s is unavailable, and says why', async (_what, other, minutes, words) => {
    const clock = { now: () => systemClock.now() + minutes * MINUTE_MS };
    const refused = createS3CoverStore({ ...settings, ...other }, clock);
    const cover = newPath();
    await put(cover, Buffer.from('kept'));
    for (const call of [
      () => refused.put(cover, Buffer.from('other')),
      () => refused.open(cover, undefined),
      () => refused.open(cover, 'bytes=0-1'),
      () => refused.remove([cover]),
    ])
      await expect(call()).rejects.toMatchObject({
        code: 'unavailable',
        cause: { message: `the storage of covers answered ${words}` },
      });
    expect(await bytesOf(cover)).toEqual(Buffer.from('kept'));
  });
});

describe('the storage that other tests use', () => {
  let fake: FakeObjectStorage;
  beforeAll(async () => {
    fake = await FakeObjectStorage.start();
  });
  afterAll(() => fake.close());

  /** What the store reads of each answer. */
  async function answersOf(at: CoverStorageSettings): Promise<unknown[]> {
    const [cover, film] = [`${ULID}/video-0123456789ab.mp4`, 'the bytes of a film'];
    const other = `${ULID}/video-ba9876543210.mp4`;
    const answers: unknown[] = [];
    const ask = async (
      method: string,
      object: string,
      { bucket = at.bucket, range = '', body = '', accessKeyId = at.accessKeyId } = {},
    ): Promise<void> => {
      const client = new AwsClient({ ...at, accessKeyId, service: 's3', retries: 0 });
      const response = await client.fetch(`${at.endpoint}/${bucket}/${object}`, {
        method,
        headers: {
          'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
          ...(range ? { range } : {}),
        },
        ...(body ? { body } : {}),
      });
      const { status, headers, ok } = response;
      const text = await response.text();
      answers.push({
        asked: [method, object === other ? 'other' : 'cover', range, bucket === at.bucket],
        status,
        size: ok && method !== 'PUT' ? headers.get('content-length') : undefined,
        part: headers.get('content-range'),
        says: ok ? text : /<Code>(\w+)<\/Code>/.exec(text)?.[1],
      });
    };
    for (const body of ['first', film]) await ask('PUT', cover, { body });
    for (const object of [cover, other])
      for (const method of ['GET', 'HEAD']) await ask(method, object);
    for (const range of ['4-8', '15-', '4-99', '18-18', '19-', '19-20', '99-'])
      for (const object of [cover, other]) await ask('GET', object, { range: `bytes=${range}` });
    for (const bucket of ['another', at.bucket])
      for (const accessKeyId of ['another', at.accessKeyId])
        for (const method of ['PUT', 'GET', 'HEAD', 'DELETE'])
          await ask(method, cover, { bucket, accessKeyId, body: method === 'PUT' ? film : '' });
    for (const method of ['GET', 'HEAD', 'DELETE']) await ask(method, cover);
    return answers;
  }

  it('answers as the one of others', async () => {
    expect(await answersOf(fake.settings)).toEqual(await answersOf(settings));
  });
});
