import { LIVE_VIEWS_POLL_MS } from '../../../../contract/constants.ts';
import type { AnalyticsRow } from '../../../../local/rows.ts';
import { useWatch } from '../../../shared/vouchers/use-following.ts';
import { useHasPassed } from '../../../platform/clock/use-now.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
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
  const { data: page } = useLive(readVoucher, [id]);
  // Which guesses were right is told once the voucher is over.
  const refresh = useRefresh((worker) => worker.refreshAnalytics(id), [id, page?.status]);
  const row = read.data;
  useWatch(row?.ulid ?? id, useIsDrawn(row) && row?.status === 'active', LIVE_VIEWS_POLL_MS);
  return { read, refresh };
}
