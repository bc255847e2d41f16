import type { AnalyticsRow } from '../../../local/rows.ts';
import { decideSaved, type SavedScreen } from '../../platform/live/decide-saved.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { readAnalytics } from '../../../local/queries/created-vouchers.ts';

/** One's own giveaway's figures from the device, refreshed while the screen is seen. */
export function useAnalytics(id: string): {
  readonly view: SavedScreen<AnalyticsRow>;
  readonly retry: () => void;
} {
  const read = useLive(readAnalytics, [id]);
  const [refresh, retry] = useRefresh((worker) => worker.refreshAnalytics(id), [id]);
  const isRead = read.phase === 'ready';
  return { view: decideSaved({ isRead, row: isRead ? read.data : undefined }, refresh), retry };
}
