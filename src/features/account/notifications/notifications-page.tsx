import { Suspense, type ReactElement } from 'react';
import settingsIcon from 'lucide/dist/esm/icons/settings.mjs';

import { MINUTE_MS } from '../../../../contract/durations.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { useUser } from '../../../shared/accounts/user.ts';
import { BackLink, ButtonLink, IconLink, TextButton } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { DayLabel, Rows } from '../../../ui/display/rows.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { PagedList } from '../../../shared/paged-list.tsx';
import { groupByDay } from '../../../ui/text/format-time.ts';
import { Card, Narrow, Page, PageHead } from '../../../ui/layout/layout.tsx';
import { isKnownKind, NoticeRow, NoticesSkeleton } from './notice-row.tsx';
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
  const { view, hasMore, isOffline, isLoadingMore, moreFailure, retry, showMore } = useNotices();
  const now = useNow(MINUTE_MS);
  const ready = isOffline ? 'offline' : isLoadingMore ? 'loading' : 'ready';
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
      <PagedList
        view={view}
        list="notifications"
        what="notifications"
        rowsPerFrame={Infinity}
        end={{ state: hasMore ? ready : 'end', failure: moreFailure, onMore: showMore }}
        retry={retry}
        loading={<NoticesSkeleton />}
        empty={<NoNotices />}
        moreLabel="More"
        offlineNote="Older entries are not saved on this phone."
        endNote="Notifications are kept for 90 days."
      >
        {(drawn) => (
          <Card className={css['list']} aria-label="Notifications">
            <Rows>
              {groupByDay(drawn.filter(isKnownKind), now).flatMap((day) => [
                <DayLabel key={day.label}>{day.label}</DayLabel>,
                ...day.rows.map((notice) => (
                  <li key={notice.id}>
                    <NoticeRow notice={notice} now={now} onRead={() => markRead([notice.id])} />
                  </li>
                )),
              ])}
            </Rows>
          </Card>
        )}
      </PagedList>
    </>
  );
}

const NoNotices = (): ReactElement => (
  <EmptyState
    title="Nothing yet"
    action={
      <ButtonLink href="/" variant="primary">
        See vouchers
      </ButtonLink>
    }
  >
    Digits that open, prizes and payments show up here.
  </EmptyState>
);
