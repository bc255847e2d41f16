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
const DRIVER_WORDS =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable/i;

/** Temporary faults: connection trouble, no space or memory, timeouts, read-only, conflicts. */
const PASSING_STATES = ['08', '53', '57', '55P03', '25006', '25P02', '25P03', '40001', '40P01'];

export const isBusy = (error: unknown): boolean =>
  [...causesOf(error)].some((one) => one instanceof BusyError);

/** PostgreSQL ends a session with this code when its disk is full at connection time. */
const hasFailedToServe = (error: Error): boolean =>
  'severity' in error && error.severity === 'FATAL' && 'code' in error && error.code === 'XX000';

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
