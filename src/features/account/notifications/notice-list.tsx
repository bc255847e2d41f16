import type { ReactElement } from 'react';

import { MINUTE_MS } from '../../../../contract/durations.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { ButtonLink } from '../../../ui/action/button.tsx';
import { DayLabel, Rows } from '../../../ui/display/rows.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { PagedList } from '../../../shared/paged-list.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { groupByDay } from '../../../ui/text/format-time.ts';
import { isKnownKind, NoticeRow, NoticesSkeleton } from './notice-row.tsx';
import css from './notifications.module.css';
import type { useNotices } from './use-notices.ts';

type NoticeListProps = ReturnType<typeof useNotices> & { readonly onRead: (id: number) => void };

export function NoticeList(props: NoticeListProps): ReactElement {
  const { view, hasMore, isOffline, isLoadingMore, moreFailure, retry, showMore, onRead } = props;
  const now = useNow(MINUTE_MS);
  const ready = isOffline ? 'offline' : isLoadingMore ? 'loading' : 'ready';
  return (
    <PagedList
      view={view}
      list="notifications"
      what="notifications"
      rowsPerFrame={Infinity}
      end={{ state: hasMore ? ready : 'end', failure: moreFailure, onMore: showMore }}
      retry={retry}
      loading={<NoticesSkeleton />}
      empty={
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
      }
      moreLabel="More"
      offlineNote="What is further back is not saved on this phone."
      endNote="Notifications are kept for 90 days."
    >
      {(drawn) => (
        <Card className={css['list']} aria-label="Notifications">
          <Rows>
            {groupByDay(drawn.filter(isKnownKind), now).flatMap((day) => [
              <DayLabel key={day.label}>{day.label}</DayLabel>,
              ...day.rows.map((notice) => (
                <li key={notice.id}>
                  <NoticeRow notice={notice} now={now} onRead={() => onRead(notice.id)} />
                </li>
              )),
            ])}
          </Rows>
        </Card>
      )}
    </PagedList>
  );
}
