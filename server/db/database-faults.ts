import { BusyError } from './semaphore.ts';
import { causesOf, sqlStateOf } from './transaction.ts';

const CONNECTION_FAULTS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** What the driver and its pool say themselves, without a code. */
const DRIVER_WORDS =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable/i;

/**
 * SQLSTATEs, or their beginnings, of a database that cannot do now what it may do later: connection trouble,
 * out of space, memory or connections, shutting down or starting up, a statement or lock that took too long,
 * read-only, a transaction that broke or met another one once too often.
 */
const PASSING_STATES = ['08', '53', '57', '55P03', '25006', '25P02', '25P03', '40001', '40P01'];

/** Whether this node would have kept it waiting for the database longer than anybody should wait. */
export const isBusy = (error: unknown): boolean =>
  [...causesOf(error)].some((one) => one instanceof BusyError);

/**
 * Whether the server gave up the whole session over trouble of its own, as it does when a connection begins on a full
 * disk ("could not write init file"): the statement was not at fault, though the code says no more than "internal".
 */
const hasFailedToServe = (error: Error): boolean =>
  'severity' in error && error.severity === 'FATAL' && 'code' in error && error.code === 'XX000';

/** Whether the same statement may succeed later: the database is away, busy, full or read-only. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined && PASSING_STATES.some((start) => state.startsWith(start))) return true;
  for (const one of causesOf(error)) {
    if (hasFailedToServe(one)) return true;
    if (one instanceof BusyError) return true;
    const code = 'code' in one ? one.code : undefined;
    if (typeof code === 'string' && CONNECTION_FAULTS.has(code)) return true;
    if (DRIVER_WORDS.test(one.message)) return true;
  }
  return false;
}
