import { readNotices, type Notices } from '../../../../local/queries/notifications.ts';
import type { NotificationRow } from '../../../../local/rows.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useShownAge } from '../../../platform/live/shown-age.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh, type RefreshState } from '../../../platform/live/use-refresh.ts';
import { useCommand } from '../../../platform/form/use-command.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import type { ListView } from '../../../shared/paged-list.tsx';

export function noticesView(
  saved: Notices | undefined,
  isRead: boolean,
  refresh: RefreshState,
  isOffline: boolean,
): ListView<NotificationRow> {
  const error = refresh.phase === 'failed' ? refresh.error : undefined;
  if (saved && saved.rows.length > 0) {
    // The bar under the header says that the device is offline.
    const failure = isOffline ? undefined : error?.message;
    return { phase: 'list', rows: saved.rows, failure };
  }
  if (!isRead) return { phase: 'loading' };
  if (saved && refresh.phase !== 'running') return { phase: 'empty' };
  if (isOffline) return { phase: 'unsaved' };
  return error ? { phase: 'failed', message: error.message } : { phase: 'loading' };
}

export function useNotices() {
  const read = useLive(readNotices, []);
  const [refresh, retry] = useRefresh((worker) => worker.refreshNotices(), []);
  const isShownOffline = useConnectivity() === 'offline';
  const isOffline =
    isShownOffline || (refresh.phase === 'failed' && refresh.error.code === 'offline');
  const saved = read.data;
  useShownAge(saved?.fetchedAt);
  const more = useCommand(
    (oldest: number) => callWorker((worker) => worker.refreshNotices(oldest)),
    () => undefined,
  );
  return {
    view: noticesView(saved, read.phase === 'ready', refresh, isOffline),
    hasMore: saved?.hasMore === true,
    isOffline,
    isLoadingMore: more.isBusy,
    moreFailure: isOffline ? undefined : more.failure?.message,
    retry,
    showMore: (): void => {
      const oldest = saved?.rows.at(-1);
      if (oldest) more.run(oldest.id);
    },
  };
}
