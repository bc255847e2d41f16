import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { classifyStorageError } from './storage-failure.ts';
import { watchStorage } from './storage-state.ts';
import { freshDatabase } from './testing/fresh-device.ts';

describe('storage failures', () => {
  const quota = Object.assign(new Error('full'), { name: 'QuotaExceededError' });

  it.each([
    ['itself', quota, 'full'],
    ['inside', { name: 'AbortError', inner: quota }, 'full'],
    [
      'among the failures of a bulk call',
      { name: 'BulkError', failures: [new Error('x'), quota] },
      'full',
    ],
    ['no database', new Dexie.MissingAPIError('no IndexedDB'), 'unavailable'],
    ['another matter', new Error('boom'), undefined],
    ['no error at all', 'boom', undefined],
  ])('are recognised: %s', (_, error, expected) => {
    expect(classifyStorageError(error)).toBe(expected);
  });

  it('survive a cycle of causes', () => {
    const error: { name: string; inner?: unknown } = { name: 'AbortError' };
    error.inner = error;
    expect(classifyStorageError(error)).toBeUndefined();
  });

  it('are passed to subscribers, until there is room again', () => {
    const store = watchStorage(freshDatabase());
    const seen: string[] = [];
    const stop = store.subscribe(() => seen.push(store.getSnapshot()));
    store.report(quota);
    store.report(quota);
    store.recovered();
    stop();
    store.report(quota);
    expect(seen).toEqual(['full', 'ok']);
  });

  it('says when another tab has a newer database', async () => {
    const db = freshDatabase();
    const store = watchStorage(db);
    await db.open();
    const newer = new Dexie(db.name);
    newer.version(db.verno + 1).stores({
      ...Object.fromEntries(db.tables.map(({ name, schema }) => [name, schema.primKey.src])),
      later: 'id',
    });
    await newer.open();
    expect(store.getSnapshot()).toBe('outdated');
    newer.close();
  });
});
