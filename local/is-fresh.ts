import type { Mirrored } from './rows.ts';

/**
 * Whether a mirrored row is younger than its TTL (ms). A row from the future (the clock was set back)
 * is not fresh, else it would never be asked for again.
 */
export function isFresh(row: Mirrored | undefined, ttlMs: number, nowMs: number): boolean {
  if (!row || row.isStale) return false;
  const ageMs = nowMs - row.fetchedAt;
  return ageMs >= 0 && ageMs < ttlMs;
}
