import { MINUTE_MS } from '../../../contract/durations.ts';
import type { DisbursementStatus } from '../../../contract/disbursement-status.ts';
import { serverNow } from '../../platform/clock/server-time.ts';
import { formatClock, formatDay } from '../../ui/text/format-time.ts';

/** What was sent so long ago is not thought to be what was sent just now. */
const EARLIER_MS = 10 * MINUTE_MS;

/**
 * '23 Nov at 10:12' where an answer is of an order from long before: the answer to that one never came, so that the
 * same order has its key.
 * @param createdAt as the server says when it was first sent
 * @param nowMs the server's time
 */
export function earlierOrder(createdAt: string, nowMs: number): string | undefined {
  const at = new Date(createdAt);
  return nowMs - at.getTime() > EARLIER_MS ? `${formatDay(at)} at ${formatClock(at)}` : undefined;
}

/** The same for what has ended, unless it failed: that is sent anew by the next tap. */
export const earlierAnswer = (answer: {
  readonly status: DisbursementStatus;
  readonly created_at: string;
}): string | undefined =>
  answer.status === 'failed' ? undefined : earlierOrder(answer.created_at, serverNow());
