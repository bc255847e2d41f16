import type { Preferences } from '../../../../contract/notifications/calls.ts';
import { readNoticePreferences } from '../../../../local/queries/notifications.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useOptimistic } from '../../../platform/form/use-command.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';

export function usePreferences() {
  const read = useLive(readNoticePreferences, []);
  const [refresh, retry] = useRefresh((worker) => worker.refreshNoticePreferences(), []);
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  const isShownOffline = useConnectivity() === 'offline';
  const [optimistic, save] = useOptimistic(async (next: Preferences) => {
    const result = await callWorker((worker) => worker.saveNoticePreferences(next));
    if (result.ok) return;
    toast(result.error.message, { kind: 'error' });
    // The server may have saved it, and only its answer was lost.
    void callWorker((worker) => worker.refreshNoticePreferences());
  });
  return {
    preferences: optimistic ?? (read.phase === 'ready' ? read.data?.preferences : undefined),
    failure,
    isOffline: isShownOffline || failure?.code === 'offline',
    isRead: read.phase === 'ready',
    isSaving: optimistic !== undefined,
    retry,
    save,
  };
}
