import { Suspense, type ReactElement } from 'react';

import { BackLink } from '../../../ui/action/button.tsx';
import { Alert, RetryAlert } from '../../../ui/feedback/alert.tsx';
import { UnsavedState, ErrorState } from '../../../ui/feedback/states.tsx';
import { Narrow, Page, PageHead } from '../../../ui/layout/layout.tsx';
import { NoticesSkeleton } from './notice-row.tsx';
import css from './notifications.module.css';
import { SettingsForm } from './settings-form.tsx';
import { usePreferences } from './use-preferences.ts';

export default function NotificationSettingsPage(): ReactElement {
  return (
    <Page>
      <PageHead>
        <BackLink href="/profile" />
        <h1 className={css['title']}>Notifications</h1>
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
  const { preferences, failure, isOffline, isRead, isSaving, retry, save } = usePreferences();
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
          isSaving={isSaving}
          onChange={save}
        />
      </>
    );
  if (isRead && isOffline) return <UnsavedState />;
  if (isRead && failure) return <ErrorState message={failure.message} onRetry={retry} />;
  return <NoticesSkeleton />;
}
