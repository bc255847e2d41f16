import { useEffect, useRef } from 'react';

import { LIVE_VIEWS_POLL_MS } from '../../../contract/constants.ts';
import { afterVisit } from '../../platform/after-visit.ts';
import { isSavingData } from '../../platform/data-saver.ts';
import { trackView } from '../../platform/tracking.ts';
import { toast } from '../../platform/toast-store.ts';
import { callWorker, tellWorker, watchVoucher } from '../../platform/worker/data-worker.ts';
import { hiddenPositions } from '../../../contract/vouchers/voucher-code.ts';
import type { ShownVoucher } from './shown-voucher.ts';
import { useIsAwaited } from './voucher-reveal.ts';
import { serverNow } from '../../platform/clock/server-time.ts';
import { SECOND_MS } from '../../../contract/durations.ts';

const VIEWS_POLL_MS = 5 * SECOND_MS;

/** The server opens a digit a moment after its time; asked at once it would not know yet. */
const REVEAL_GRACE_MS = 1_500;
/** The longest wait that a browser's timer takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** So many times more seldom a voucher is asked about while data is saved. */
const SAVING_INTERVAL_FACTOR = 4;

export function useWatch(ulid: string, isActive: boolean, intervalMs: number): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const factor = isSavingData() ? SAVING_INTERVAL_FACTOR : 1;
    const endWatch = watchVoucher({ ulid, intervalMs: intervalMs * factor });
    const follow = (): void => void tellWorker((worker) => worker.setVisible(!document.hidden));
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      endWatch();
    };
  }, [ulid, isActive, intervalMs]);
}

function useRefreshAt(ulid: string, atMs: number | undefined): void {
  useEffect(() => {
    const delayMs = atMs === undefined ? -1 : atMs - serverNow() + REVEAL_GRACE_MS;
    if (delayMs < 0 || delayMs > MAX_TIMER_MS) return undefined;
    const timer = setTimeout(
      () => void callWorker((worker) => worker.refreshVoucher(ulid, { force: true })),
      delayMs,
    );
    return () => clearTimeout(timer);
  }, [ulid, atMs]);
}

const turningPoint = ({ reveal_method, remaining_time, final_reveal_time }: ShownVoucher) => {
  if (reveal_method === 'time') return remaining_time ?? undefined;
  if (reveal_method === 'lottery' && final_reveal_time) return Date.parse(final_reveal_time);
  return undefined;
};

function useRevealNews({ masked_code: maskedCode, status }: ShownVoucher): void {
  const hidden = hiddenPositions(maskedCode).length;
  const before = useRef(hidden);
  useEffect(() => {
    if (hidden < before.current && status === 'active') toast('A digit has been revealed!');
    before.current = hidden;
  }, [hidden, status]);
}

/** How often the voucher's own page asks; what does not open by views can wait. */
const pollIntervalMs = ({ reveal_method: method }: ShownVoucher): number =>
  method === 'views' ? VIEWS_POLL_MS : LIVE_VIEWS_POLL_MS;

export function useFollowing(voucher: ShownVoucher, intervalMs = pollIntervalMs(voucher)): void {
  const { ulid, status } = voucher;
  const isStillAwaited = useIsAwaited(voucher);
  const isActive = status === 'active' && !isStillAwaited;
  useWatch(ulid, isActive, intervalMs);
  useRefreshAt(ulid, isActive ? turningPoint(voucher) : undefined);
  useRefreshAt(ulid, isActive && voucher.expires_at ? Date.parse(voucher.expires_at) : undefined);
  useRevealNews(voucher);
  useEffect(() => {
    if (!isActive) return undefined;
    return afterVisit(() => void trackView(ulid));
  }, [ulid, isActive]);
}
