import { GIVEAWAY_MAX_DURATION_MS } from '../../contract/constants.ts';
import { AppError } from '../http/app-error.ts';
import { isDate } from '../lib/is-date.ts';

export type Faults = Record<string, string[]>;

export function addFault(faults: Faults, field: string, message: string): void {
  (faults[field] ??= []).push(message);
}

export function throwFaults(faults: Faults): void {
  if (Object.keys(faults).length > 0) throw new AppError('validation_failed', { fields: faults });
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** NaN for an invalid text, undefined for none. */
export function parseIsoTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return ISO_TIME.test(text) && isDate(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
}

/** Null and a fault unless the time is in the future and within a year. */
export function readMoment(
  field: string,
  atMs: number | undefined,
  nowMs: number,
  faults: Faults,
): Date | null {
  if (atMs === undefined) addFault(faults, field, 'is required');
  else if (Number.isNaN(atMs))
    addFault(faults, field, 'must be a date and time with its zone, like 2026-01-31T18:00:00Z');
  else if (atMs <= nowMs) addFault(faults, field, 'must be in the future');
  else if (atMs > nowMs + GIVEAWAY_MAX_DURATION_MS)
    addFault(faults, field, 'must be within a year');
  else return new Date(atMs);
  return null;
}

/** Null for never, and after a fault. */
export function readExpiry(text: string | undefined, nowMs: number, faults: Faults): Date | null {
  const atMs = parseIsoTime(text);
  return atMs === undefined ? null : readMoment('expires_at', atMs, nowMs, faults);
}
