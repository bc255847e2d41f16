import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { readAnalytics } from '../../../local/queries/created-vouchers.ts';
import { decideAnalytics, type AnalyticsScreen } from './decide-analytics.ts';

/** One's own giveaway's figures from the device, refreshed while the screen is seen. */
export function useAnalytics(id: string): {
  readonly view: AnalyticsScreen;
  readonly retry: () => void;
} {
  const read = useLive(readAnalytics, [id]);
  const [refresh, retry] = useRefresh((worker) => worker.refreshAnalytics(id), [id]);
  const isRead = read.phase === 'ready';
  return { view: decideAnalytics({ isRead, row: isRead ? read.data : undefined }, refresh), retry };
}
