import { Dexie } from 'dexie';
import { expect, it } from 'vitest';
import { classifyStorageError } from './storage-failure.ts';

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
  ['storage switched off', new DOMException('denied', 'SecurityError'), 'unavailable'],
  [
    'files that cannot be opened',
    { name: 'OpenFailedError', inner: new DOMException('Internal error', 'UnknownError') },
    'damaged',
  ],
  ['a value whose file is gone', new DOMException('missing file', 'NotReadableError'), 'damaged'],
  ['a table that is gone', new DOMException('no such store', 'NotFoundError'), 'damaged'],
  ['a version that cannot be', new DOMException('lower', 'VersionError'), 'damaged'],
  ['another matter', new Error('boom'), undefined],
  ['no error at all', 'boom', undefined],
])('recognises what failed of the storage: %s', (_, error, expected) => {
  expect(classifyStorageError(error)).toBe(expected);
});

it('survives a cycle of causes', () => {
  const error: { name: string; inner?: unknown } = { name: 'AbortError' };
  error.inner = error;
  expect(classifyStorageError(error)).toBeUndefined();
});
