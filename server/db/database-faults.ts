import { BusyError } from '../lib/semaphore.ts';
import { sqlStateOf } from './transaction.ts';

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
export function isBusy(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof BusyError) return true;
  return false;
}

/** Whether the same statement may succeed later: the database is away, busy, full or read-only. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined && PASSING_STATES.some((start) => state.startsWith(start))) return true;
  if (isBusy(error)) return true;
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current ? current.code : undefined;
    if (typeof code === 'string' && CONNECTION_FAULTS.has(code)) return true;
    if (DRIVER_WORDS.test(current.message)) return true;
  }
  return false;
}
