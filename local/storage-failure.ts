/** 'damaged': unreadable after a crash; 'unavailable': storage is off or the mode is private. */
export type StorageFailure = 'full' | 'damaged' | 'unavailable';

/** 'blocked': a tab with older code holds the database open. */
export type StorageState = 'ok' | 'blocked' | StorageFailure;

const FAILURES: readonly (readonly [StorageFailure, readonly string[]])[] = [
  ['full', ['QuotaExceededError']],
  ['damaged', ['UnknownError', 'NotReadableError', 'NotFoundError', 'VersionError']],
  [
    'unavailable',
    [
      'MissingAPIError',
      'OpenFailedError',
      'InvalidStateError',
      'DatabaseClosedError',
      'SecurityError',
    ],
  ],
];
const MAX_DEPTH = 5;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Dexie puts a browser error into `inner`, and errors of a bulk call into `failures`. */
function errorNames(error: unknown, depth = 0): string[] {
  if (!isObject(error) || depth > MAX_DEPTH) return [];
  const own = 'name' in error && typeof error.name === 'string' ? [error.name] : [];
  const causes: unknown[] = 'inner' in error ? [error.inner] : [];
  if ('failures' in error && Array.isArray(error.failures)) causes.push(...error.failures);
  return [...own, ...causes.flatMap((cause) => errorNames(cause, depth + 1))];
}

export function classifyStorageError(error: unknown): StorageFailure | undefined {
  const names = errorNames(error);
  return FAILURES.find(([, known]) => known.some((name) => names.includes(name)))?.[0];
}
