import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { pathsOf } from '../../../server/media/ingest-cover.ts';
import { FakeObjectStorage } from '../../fakes/object-storage.ts';
import { coverHeaders, flatPicture, mp4, webm } from '../../fixtures/cover-files.ts';
import { formOf, openGiveaway, postForm } from '../../fixtures/api/giveaways.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { detailFor, expectFailure } from '../../fixtures/api/players.ts';
import { filePart, rawForm } from '../../fixtures/api/raw-form.ts';
import { setUpApp, setUpPeople, type FileTestApp } from '../../fixtures/api/set-up.ts';

const AWAY = { status: 503, code: 'ServiceUnavailable' } as const;
const CREATOR = { ada: { walletMinor: 500_000n } };

const load = async (test: FileTestApp, url: string, headers: Record<string, string> = {}) => {
  const response = await test.app.inject({ method: 'GET', url, headers });
  return { status: response.statusCode, bytes: response.rawPayload, headers: response.headers };
};

const picture = async () => ({ name: 'cover.png', bytes: await flatPicture('png') });

const updateCover = (test: FileTestApp, person: Person, ulid: string, bytes: Buffer) => {
  const form = formOf([], { name: 'cover', bytes });
  return test.call('POST', `/vouchers/${ulid}/update-cover`, { token: person.token, ...form });
};

/** Every path of a voucher's cover. */
const storedPaths = async ({ deps }: FileTestApp, ulid: string): Promise<string[]> => {
  const [row] = await deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
  return row?.cover ? pathsOf(row.cover) : [];
};

const onDisk = ({ deps }: FileTestApp, file: string): string =>
  path.join(deps.config.dataDir, 'covers', file);

describe.each(['the folder', 'a storage'])('a cover in %s', (place) => {
  let storage: FakeObjectStorage | undefined;
  const test = setUpApp({
    env: async () => {
      if (place === 'the folder') return {};
      storage = await FakeObjectStorage.start();
      return storage.env;
    },
  });
  const { ada } = setUpPeople(test, CREATOR);
  afterAll(() => storage?.close());

  it('lies there and nowhere else, and is served for ever at the same address', async () => {
    const { ulid } = await openGiveaway(test, ada, {}, await picture());
    const paths = await storedPaths(test, ulid);
    expect(paths).toHaveLength(3);
    for (const file of paths) {
      expect([existsSync(onDisk(test, file)), storage?.objects.has(file) ?? false]).toEqual(
        place === 'the folder' ? [true, false] : [false, true],
      );
      const { status, bytes, headers } = await load(test, `/covers/${file}`);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        ...coverHeaders(bytes),
        'accept-ranges': 'bytes',
        'cross-origin-resource-policy': 'cross-origin',
      });
    }
  });

  it.each([
    ['an MP4', 'video/mp4', mp4],
    ['a WebM', 'video/webm', webm],
  ])('that is %s comes in the parts that a player asks for', async (_, type, make) => {
    const film = make(5000);
    const { ulid } = await openGiveaway(test, ada, {}, { name: 'film', bytes: film });
    const url = String((await detailFor(test, undefined, ulid)).ad_cover);
    const whole = await load(test, url);
    expect(whole.bytes.equals(film)).toBe(true);
    expect(whole.headers['content-type']).toBe(type);
    const part = await load(test, url, { range: 'bytes=10-19' });
    expect([part.status, part.headers['content-range'], part.bytes]).toEqual([
      206,
      'bytes 10-19/5000',
      film.subarray(10, 20),
    ]);
    expect((await load(test, url, { range: 'bytes=4990-' })).bytes).toHaveLength(10);
    expect((await load(test, url, { range: 'bytes=-7' })).bytes).toEqual(film.subarray(-7));
    expect((await load(test, url, { range: 'bytes=0-1,5-6' })).status).toBe(200);
    const past = await load(test, url, { range: 'bytes=5000-' });
    expect([past.status, past.headers['content-range']]).toEqual([416, 'bytes */5000']);
  });

  it('goes when another takes its place', async () => {
    const { ulid } = await openGiveaway(test, ada, {}, await picture());
    const before = await storedPaths(test, ulid);
    const reply = await updateCover(test, ada, ulid, mp4(2000));
    expect(reply.status, reply.text).toBe(200);
    const cover = { media_type: 'video', cover: { video_bytes: 2000 } };
    expect(reply.body).toMatchObject({ voucher: { ulid, ...cover } });
    expect(await detailFor(test, undefined, ulid)).toMatchObject(cover);
    for (const file of before) expect((await load(test, `/covers/${file}`)).status).toBe(404);
    const [film = ''] = await storedPaths(test, ulid);
    expect((await load(test, `/covers/${film}`)).bytes).toEqual(mp4(2000));
  });

  it('that is a picture of a person goes with the next one', async () => {
    const form = rawForm([filePart('avatar', 'me.png', (await picture()).bytes)]);
    const change = async (): Promise<string> => {
      const reply = await test.call('POST', '/user/avatar', { token: ada.token, ...form });
      expect(reply.status, reply.text).toBe(200);
      return (JSON.parse(reply.text) as { data: { avatar: string } }).data.avatar;
    };
    const [first, second] = [await change(), await change()];
    expect((await load(test, first)).status).toBe(404);
    expect((await load(test, second)).status).toBe(200);
  });

  it('that nobody has is not found', async () => {
    const url = '/covers/01ARZ3NDEKTSV4RRFFQ69G5FAV/800-000000000000.webp';
    expect((await load(test, url)).status).toBe(404);
  });
});

describe('a storage that is away', () => {
  let storage: FakeObjectStorage;
  const test = setUpApp({
    env: async () => {
      storage = await FakeObjectStorage.start();
      return storage.env;
    },
  });
  const { ada } = setUpPeople(test, CREATOR);
  beforeEach(() => storage.recover());
  afterAll(() => storage.close());

  it('takes covers away, and no node', async () => {
    const { ulid } = await openGiveaway(test, ada, {}, await picture());
    const [file = ''] = await storedPaths(test, ulid);
    storage.fail(AWAY);
    const { status, headers } = await load(test, `/covers/${file}`);
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([
      503,
      '5',
      'no-store',
    ]);
    expect((await detailFor(test, undefined, ulid)).cover).not.toBeNull();
    expect((await test.call('GET', 'root:/readyz')).status).toBe(200);
    storage.recover();
    expect((await load(test, `/covers/${file}`)).status).toBe(200);
  });

  it('says so to who posts with a cover, keeps nothing, and the same form is taken once it is back', async () => {
    const options = {
      file: await picture(),
      headers: { 'idempotency-key': `cover-${test.round}-aaaa` },
    };
    storage.fail(AWAY);
    const refused = await postForm(test, ada.token, {}, options);
    expectFailure(
      refused,
      503,
      'unavailable',
      'The cover could not be stored just now. Please try again in a moment, or go on without it.',
    );
    expect(refused.headers['retry-after']).toBe('5');
    const ofAda = eq(vouchers.creatorId, ada.userId);
    expect(await test.deps.db.$count(vouchers, ofAda)).toBe(0);
    expect((await postForm(test, ada.token)).status).toBe(201);
    storage.recover();
    for (let sent = 0; sent < 2; sent += 1)
      expect((await postForm(test, ada.token, {}, options)).status).toBe(201);
    expect(await test.deps.db.$count(vouchers, ofAda)).toBe(2);
  });

  it('leaves the cover that there is when it cannot take another', async () => {
    const { ulid } = await openGiveaway(test, ada, {}, await picture());
    const before = await storedPaths(test, ulid);
    storage.fail(AWAY);
    expectFailure(await updateCover(test, ada, ulid, mp4(2000)), 503, 'unavailable');
    storage.recover();
    expect(await storedPaths(test, ulid)).toEqual(before);
    for (const file of before) expect((await load(test, `/covers/${file}`)).status).toBe(200);
  });

  it('still has the covers of before, which lie in the folder until they are moved', async () => {
    const { ulid } = await openGiveaway(test, ada, {}, await picture());
    const [file = ''] = await storedPaths(test, ulid);
    const { bytes = Buffer.alloc(0) } = storage.objects.get(file) ?? {};
    storage.objects.delete(file);
    await mkdir(path.dirname(onDisk(test, file)), { recursive: true });
    await writeFile(onDisk(test, file), bytes);
    storage.fail(AWAY);
    expect((await load(test, `/covers/${file}`)).bytes).toEqual(bytes);
    storage.recover();
    expect((await updateCover(test, ada, ulid, mp4(2000))).status).toBe(200);
    expect((await load(test, `/covers/${file}`)).status).toBe(404);
  });

  it('keeps nobody from replacing a cover; the old one goes when it is back', async () => {
    const { ulid } = await openGiveaway(test, ada, {}, await picture());
    const before = await storedPaths(test, ulid);
    storage.fail(AWAY, { method: 'DELETE' });
    expect((await updateCover(test, ada, ulid, mp4(2000))).status).toBe(200);
    expect(before.filter((file) => storage.objects.has(file))).toEqual(before);
    storage.recover();
    await test.deps.jobs.start();
    await expect.poll(() => before.filter((file) => storage.objects.has(file))).toEqual([]);
  });
});
