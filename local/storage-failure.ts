/** 'full' = the device has no room left; 'unavailable' = there is no usable database (private mode, a broken profile). */
export type StorageFailure = 'full' | 'unavailable';

const UNAVAILABLE = new Set([
  'MissingAPIError',
  'OpenFailedError',
  'InvalidStateError',
  'DatabaseClosedError',
  'SecurityError',
  'UnknownError',
]);
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
  if (names.includes('QuotaExceededError')) return 'full';
  return names.some((name) => UNAVAILABLE.has(name)) ? 'unavailable' : undefined;
}
