import { Suspense, type ReactElement } from 'react';
import settingsIcon from 'lucide/dist/esm/icons/settings.mjs';

import { useUser } from '../../../shared/accounts/user.ts';
import { BackLink, IconLink, TextButton } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Narrow, Page, PageHead } from '../../../ui/layout/layout.tsx';
import { NoticeList } from './notice-list.tsx';
import { NoticesSkeleton } from './notice-row.tsx';
import css from './notifications.module.css';
import { markRead, useNotices } from './use-notices.ts';

export default function NotificationsPage(): ReactElement {
  return (
    <Page>
      <PageHead>
        <BackLink href="/profile" />
        <h1>Notifications</h1>
        <IconLink href="/profile/notifications" label="Notification settings">
          <Icon of={settingsIcon} />
        </IconLink>
      </PageHead>
      <Narrow className="stack g4">
        <Suspense fallback={<NoticesSkeleton />}>
          <LiveNotices />
        </Suspense>
      </Narrow>
    </Page>
  );
}

function LiveNotices(): ReactElement {
  const notices = useNotices();
  const { view } = notices;
  // Some may be further back than the list goes.
  const unread = useUser()?.unread_notifications ?? 0;
  const hasUnread =
    view.phase === 'list' &&
    (unread > 0 || view.rows.some(({ read_at: readAt }) => readAt === null));
  return (
    <>
      {view.phase === 'list' && (
        <div className={css['tools']}>
          {/* Not `disabled`, because it would lose the keyboard focus. */}
          <TextButton
            aria-disabled={!hasUnread}
            onClick={() => {
              if (hasUnread) markRead('all');
            }}
          >
            Mark all read
          </TextButton>
        </div>
      )}
      <NoticeList {...notices} onRead={(id) => markRead([id])} />
    </>
  );
}
