import { REFUND_BY_MS } from '../../contract/constants.ts';
import type { DisbursementStatus } from '../../contract/disbursement-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/durations.ts';

/** The ages at which an open disbursement is asked about first; afterwards whenever its age has doubled. */
export const FIRST_CHECKS_MS = [10 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS] as const;
const MAX_PAUSE_MS = HOUR_MS;
/** The age at which it is asked about before its money goes back. */
const LAST_CHECK_MS = REFUND_BY_MS - 10 * MINUTE_MS;
/** Earlier than was promised, so that a job that begins a little late still keeps the promise. */
export const REFUND_AFTER_MS = REFUND_BY_MS - 5 * MINUTE_MS;
/** A disbursement that ended is asked about once more then, because its provider may take its word back. */
const LAST_WORD_AFTER_MS = DAY_MS;
/** One that was refunded without a word is asked about daily for so long, because it may have been delivered. */
const SILENCE_ENDS_AFTER_MS = 7 * DAY_MS;
const AWAITED_PAUSE_MIN_MS = 2 * MINUTE_MS;

const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);
const since = (moment: Date, now: Date): number => now.getTime() - moment.getTime();

/** When an open disbursement is asked about next. */
function nextOfOpen(createdAt: Date, now: Date): Date {
  const ageMs = since(createdAt, now);
  const next = FIRST_CHECKS_MS.find((at) => at > ageMs) ?? ageMs + Math.min(ageMs, MAX_PAUSE_MS);
  return after(createdAt, ageMs < LAST_CHECK_MS ? Math.min(next, LAST_CHECK_MS) : next);
}

interface Ended {
  readonly attempts: number;
  readonly toldFailedAt: Date | null;
  readonly deliveredLateAt: Date | null;
}

/** Of a disbursement, what its next question depends on. */
interface Asked extends Ended {
  readonly status: DisbursementStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

function nextOfFailed(
  { attempts, toldFailedAt, deliveredLateAt }: Ended,
  failedAt: Date,
  now: Date,
): Date | null {
  // What was never handed over cannot be delivered, and a late delivery needs no further answer.
  if (attempts === 0 || deliveredLateAt) return null;
  const next = after(now, LAST_WORD_AFTER_MS);
  return since(failedAt, next) > (toldFailedAt ? LAST_WORD_AFTER_MS : SILENCE_ENDS_AFTER_MS)
    ? null
    : next;
}

/**
 * When the provider is asked next, after an answer.
 * @param before the row as it was; `status` and the rest as they become
 * @param isAwaited whether its user still waits for something, e.g. a token
 */
export function nextCheckOf(
  before: Asked,
  { status, ...ended }: Ended & Pick<Asked, 'status'>,
  now: Date,
  isAwaited: boolean,
): Date | null {
  if (status === 'pending' || status === 'processing') return nextOfOpen(before.createdAt, now);
  const endedAt = before.status === status ? before.updatedAt : now;
  if (status === 'failed') return nextOfFailed(ended, endedAt, now);
  const lastAt = after(endedAt, LAST_WORD_AFTER_MS);
  if (now >= lastAt) return null;
  // Half of the time since it was delivered: fewer than twenty checks until the last one.
  const soon = after(now, Math.max(since(endedAt, now) / 2, AWAITED_PAUSE_MIN_MS));
  return isAwaited && soon < lastAt ? soon : lastAt;
}

/** When it is asked again if its provider gives no answer now. */
export function retryAfterSilence(disbursement: Asked, now: Date): Date | null {
  const { status, createdAt, updatedAt } = disbursement;
  if (status === 'failed') return nextOfFailed(disbursement, updatedAt, now);
  if (status !== 'completed') return nextOfOpen(createdAt, now);
  const pauseMs = Math.max(since(updatedAt, now), AWAITED_PAUSE_MIN_MS);
  return after(now, Math.min(pauseMs, MAX_PAUSE_MS));
}
