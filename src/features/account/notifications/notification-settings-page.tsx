import { Suspense, type ReactElement } from 'react';
import bellIcon from 'lucide/dist/esm/icons/bell.mjs';

import type { Preferences } from '../../../../contract/notifications/calls.ts';
import { readNoticePreferences } from '../../../../local/queries/notifications.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { toastFailure, useOptimistic } from '../../../platform/form/use-command.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { BackLink, IconLink } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Alert, RetryAlert } from '../../../ui/feedback/alert.tsx';
import { UnsavedState, ErrorState } from '../../../ui/feedback/states.tsx';
import { Narrow, Page, PageHead } from '../../../ui/layout/layout.tsx';
import { NoticesSkeleton } from './notice-row.tsx';
import { SettingsForm } from './settings-form.tsx';

export default function NotificationSettingsPage(): ReactElement {
  return (
    <Page>
      <PageHead>
        <BackLink href="/profile/settings" />
        <h1>Notification settings</h1>
        <IconLink href="/notifications" label="Notifications">
          <Icon of={bellIcon} />
        </IconLink>
      </PageHead>
      <Narrow className="stack g4">
        <Suspense fallback={<NoticesSkeleton />}>
          <LiveSettings />
        </Suspense>
      </Narrow>
    </Page>
  );
}

function LiveSettings(): ReactElement {
  const read = useLive(readNoticePreferences, []);
  const [refresh, retry] = useRefresh((worker) => worker.refreshNoticePreferences(), []);
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  const isShownOffline = useConnectivity() === 'offline';
  const isOffline = isShownOffline || failure?.code === 'offline';
  const [optimistic, save] = useOptimistic(async (next: Preferences) => {
    const result = await callWorker((worker) => worker.saveNoticePreferences(next));
    if (result.ok) return;
    toastFailure(result.error);
    // The server may have saved it, and only its answer was lost.
    void callWorker((worker) => worker.refreshNoticePreferences());
  });
  const preferences = optimistic ?? read.data?.preferences;
  const isRead = read.phase === 'ready';
  if (preferences)
    return (
      <>
        {isOffline && (
          <Alert tone="warn">You are offline. Connect to the internet to change these.</Alert>
        )}
        {failure !== undefined && !isOffline && (
          <RetryAlert onRetry={retry}>{failure.message}</RetryAlert>
        )}
        <SettingsForm
          preferences={preferences}
          isDisabled={isOffline}
          isSaving={optimistic !== undefined}
          onChange={save}
        />
      </>
    );
  if (isRead && isOffline) return <UnsavedState />;
  if (isRead && failure) return <ErrorState message={failure.message} onRetry={retry} />;
  return <NoticesSkeleton />;
}
