import { useState } from 'react';

import { readNotices, type Notices } from '../../../../local/queries/notifications.ts';
import type { NotificationRow } from '../../../../local/rows.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useShownAge } from '../../../platform/live/shown-age.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh, type RefreshState } from '../../../platform/live/use-refresh.ts';
import { toastFailure } from '../../../platform/form/use-command.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';

export type NoticesView =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly message: string }
  | { readonly phase: 'unsaved' }
  | { readonly phase: 'empty' }
  | {
      readonly phase: 'list';
      readonly rows: readonly NotificationRow[];
      readonly hasMore: boolean;
      readonly failure: string | undefined;
    };

export function noticesView(
  saved: Notices | undefined,
  isRead: boolean,
  refresh: RefreshState,
  isOffline: boolean,
): NoticesView {
  const error = refresh.phase === 'failed' ? refresh.error : undefined;
  if (saved && saved.rows.length > 0) {
    // The bar under the header says that the device is offline.
    const failure = isOffline ? undefined : error?.message;
    return { phase: 'list', rows: saved.rows, hasMore: saved.hasMore, failure };
  }
  if (!isRead) return { phase: 'loading' };
  if (saved && refresh.phase !== 'running') return { phase: 'empty' };
  if (isOffline) return { phase: 'unsaved' };
  return error ? { phase: 'failed', message: error.message } : { phase: 'loading' };
}

export function useNotices() {
  const read = useLive(readNotices, []);
  const [refresh, retry] = useRefresh((worker) => worker.refreshNotices(), []);
  const [more, setMore] = useState<RefreshState>({ phase: 'done' });
  const isShownOffline = useConnectivity() === 'offline';
  const isOffline =
    isShownOffline || (refresh.phase === 'failed' && refresh.error.code === 'offline');
  const saved = read.phase === 'ready' ? read.data : undefined;
  useShownAge(saved?.fetchedAt);
  const showMore = async (): Promise<void> => {
    const oldest = saved?.rows.at(-1);
    if (!oldest || more.phase === 'running') return;
    setMore({ phase: 'running' });
    const result = await callWorker((worker) => worker.refreshNotices(oldest.id));
    setMore(result.ok ? { phase: 'done' } : { phase: 'failed', error: result.error });
  };
  return {
    view: noticesView(saved, read.phase === 'ready', refresh, isOffline),
    isOffline,
    isLoadingMore: more.phase === 'running',
    moreFailure: more.phase === 'failed' && !isOffline ? more.error.message : undefined,
    retry,
    showMore: (): void => void showMore(),
  };
}

export function markRead(ids: readonly number[] | 'all'): void {
  void callWorker((worker) => worker.readNotices(ids)).then((result) => {
    if (!result.ok) toastFailure(result.error);
  });
}
