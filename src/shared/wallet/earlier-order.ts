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

export const earlierAnswer = (answer: {
  readonly status: DisbursementStatus;
  readonly created_at: string;
}): string | undefined =>
  answer.status === 'failed' ? undefined : earlierOrder(answer.created_at, serverNow());
