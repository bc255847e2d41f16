import { Suspense, useEffect, useState, type ReactElement } from 'react';
import settingsIcon from 'lucide/dist/esm/icons/settings.mjs';

import { MINUTE_MS } from '../../../../contract/durations.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import type { NotificationRow } from '../../../../local/rows.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { useUser } from '../../../shared/accounts/user.ts';
import { ButtonLink, IconLink } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { DayLabel, Rows } from '../../../ui/display/rows.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { PagedList, type ListView } from '../../../shared/paged-list.tsx';
import { groupByDay } from '../../../ui/text/format-time.ts';
import { Card, Narrow, Page, PageHead } from '../../../ui/layout/layout.tsx';
import { isKnownKind, NoticeRow, NoticesSkeleton } from './notice-row.tsx';
import css from './notifications.module.css';
import { useNotices } from './use-notices.ts';

export default function NotificationsPage(): ReactElement {
  return (
    <Page>
      <PageHead>
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

/** What is on screen is read. @returns the ids of those that were new when this page showed them */
function useReadOnSight(view: ListView<NotificationRow>): ReadonlySet<number> {
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  const rows = view.phase === 'list' ? view.rows : [];
  const unread = rows.filter(({ read_at: readAt }) => readAt === null).map(({ id }) => id);
  if (unread.some((id) => !fresh.has(id))) setFresh(new Set([...fresh, ...unread]));
  // Some may be further back than the list goes.
  const counted = useUser()?.unread_notifications ?? 0;
  const isUnread = unread.length > 0 || (view.phase === 'list' && counted > 0);
  useEffect(() => {
    if (isUnread) void callWorker((worker) => worker.readNotices('all'));
  }, [isUnread]);
  return fresh;
}

function LiveNotices(): ReactElement {
  const { view, hasMore, isOffline, isLoadingMore, moreFailure, retry, showMore } = useNotices();
  const now = useNow(MINUTE_MS);
  const ready = isOffline ? 'offline' : isLoadingMore ? 'loading' : 'ready';
  const fresh = useReadOnSight(view);
  return (
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
                  <NoticeRow notice={notice} now={now} isNew={fresh.has(notice.id)} />
                </li>
              )),
            ])}
          </Rows>
        </Card>
      )}
    </PagedList>
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
