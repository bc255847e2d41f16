/**
 * 'full' = the device has no room left; 'damaged' = the database is there and cannot be read, as after a phone that
 * died while it wrote; 'unavailable' = there is no usable database (storage switched off, some private modes).
 */
export type StorageFailure = 'full' | 'damaged' | 'unavailable';

/** How the device's database fares; 'blocked': a tab with older code holds it open. */
export type StorageState = 'ok' | 'blocked' | StorageFailure;

/** By names of errors; of several the first counts. */
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
/** Causes nest two or three deep; a limit keeps a cyclic one from hanging us. */
const MAX_DEPTH = 5;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** An error's name with those of its causes: Dexie wraps a browser's error in `inner`, those of a bulk call in `failures`. */
function errorNames(error: unknown, depth = 0): string[] {
  if (!isObject(error) || depth > MAX_DEPTH) return [];
  const own = 'name' in error && typeof error.name === 'string' ? [error.name] : [];
  const causes: unknown[] = 'inner' in error ? [error.inner] : [];
  if ('failures' in error && Array.isArray(error.failures)) causes.push(...error.failures);
  return [...own, ...causes.flatMap((cause) => errorNames(cause, depth + 1))];
}

/** What an error says about this device's storage; undefined when it is about something else. */
export function classifyStorageError(error: unknown): StorageFailure | undefined {
  const names = errorNames(error);
  return FAILURES.find(([, known]) => known.some((name) => names.includes(name)))?.[0];
}
