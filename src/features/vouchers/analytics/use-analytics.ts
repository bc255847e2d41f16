import { LIVE_VIEWS_POLL_MS } from '../../../../contract/constants.ts';
import type { AnalyticsRow } from '../../../../local/rows.ts';
import { useWatch } from '../../../shared/vouchers/use-following.ts';
import { useHasPassed } from '../../../platform/clock/use-now.ts';
import { decideSaved, useRefresh } from '../../../platform/live/use-refresh.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { readAnalytics } from '../../../../local/queries/created-vouchers.ts';
import { readVoucher } from '../../../../local/queries/vouchers.ts';

/** Whether a lottery's time has come; its draw, and what this device knows of it, may be a moment later. */
export const useIsDrawn = (row: AnalyticsRow | undefined): boolean =>
  useHasPassed(
    row?.reveal_method === 'lottery' ? Date.parse(row.final_reveal_time ?? '') : undefined,
  );

export function useAnalytics(id: string) {
  const read = useLive(readAnalytics, [id]);
  const page = useLive(readVoucher, [id]);
  const status = page.phase === 'ready' ? page.data?.status : undefined;
  // Which guesses were right is told once the voucher is over.
  const [refresh, retry] = useRefresh((worker) => worker.refreshAnalytics(id), [id, status]);
  const isRead = read.phase === 'ready';
  const row = isRead ? read.data : undefined;
  useWatch(row?.ulid ?? id, useIsDrawn(row) && row?.status === 'active', LIVE_VIEWS_POLL_MS);
  return { view: decideSaved({ isRead, row }, refresh), retry };
}
