import { MINUTE_MS } from '../../../contract/durations.ts';
import type { DisbursementStatus } from '../../../contract/disbursement-status.ts';
import { serverNow } from '../../platform/clock/server-time.ts';
import { formatClock, formatDay } from '../../ui/text/format-time.ts';

const EARLIER_MS = 10 * MINUTE_MS;

/** @returns the time of an old order without answer, whose key an identical new order reuses */
export function earlierOrder(createdAt: string, nowMs: number): string | undefined {
  const at = new Date(createdAt);
  return nowMs - at.getTime() > EARLIER_MS ? `${formatDay(at)} at ${formatClock(at)}` : undefined;
}

interface Sent {
  readonly status: DisbursementStatus;
  readonly created_at: string;
}

/** @param anew what was not done, and how to have it done */
export function earlierNote(answer: Sent | undefined, anew: string): string | undefined {
  if (!answer || answer.status === 'failed') return undefined;
  const when = earlierOrder(answer.created_at, serverNow());
  return when && `You sent this on ${when}, and it was not ${anew}`;
}
