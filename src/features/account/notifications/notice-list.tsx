import type { ReactElement } from 'react';

import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { ButtonLink } from '../../../ui/action/button.tsx';
import { DayLabel, Rows } from '../../../ui/display/rows.tsx';
import { RetryAlert } from '../../../ui/feedback/alert.tsx';
import { EmptyState, UnsavedState, ErrorState } from '../../../ui/feedback/states.tsx';
import { MoreButton } from '../../../ui/feedback/paged-list.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { groupByDay } from '../../../ui/text/format-time.ts';
import { isKnownKind, NoticeRow } from './notice-row.tsx';
import { NoticesSkeleton } from './notices-skeleton.tsx';
import css from './notifications.module.css';
import type { NoticesView, ShownNotices } from './use-notices.ts';

/** Often enough for 'Today' to become 'Yesterday'. */
const DAY_CHECK_MS = 60 * CLOCK_TICK_MS;

export interface NoticeListProps extends ShownNotices {
  readonly onRead: (id: number) => void;
}

/** The notifications in whichever state they are. */
export function NoticeList(props: NoticeListProps): ReactElement {
  const { view, retry } = props;
  switch (view.phase) {
    case 'loading':
      return <NoticesSkeleton />;
    case 'failed':
      return <ErrorState message={view.message} onRetry={retry} />;
    case 'unsaved':
      return <UnsavedState />;
    case 'empty':
      return (
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
    case 'list':
      return <Listed {...props} view={view} />;
    default:
      return view satisfies never;
  }
}

interface ListedProps extends NoticeListProps {
  readonly view: Extract<NoticesView, { phase: 'list' }>;
}

function Listed(props: ListedProps): ReactElement {
  const { view, isOffline, isLoadingMore, moreFailure, retry, showMore, onRead } = props;
  const now = useNow(DAY_CHECK_MS);
  return (
    <>
      {view.failure !== undefined && <RetryAlert onRetry={retry}>{view.failure}</RetryAlert>}
      <Card className={css['list']} aria-label="Notifications">
        <Rows>
          {groupByDay(view.rows.filter(isKnownKind), now).flatMap((day) => [
            <DayLabel key={day.label}>{day.label}</DayLabel>,
            ...day.rows.map((notice) => (
              <li key={notice.id}>
                <NoticeRow notice={notice} now={now} onRead={() => onRead(notice.id)} />
              </li>
            )),
          ])}
        </Rows>
      </Card>
      {view.hasMore ? (
        <MoreButton
          isLoading={isLoadingMore}
          isOffline={isOffline}
          failure={moreFailure}
          loadingLabel="Loading more notifications"
          offlineNote="What is further back is not saved on this phone."
          onMore={showMore}
        >
          More
        </MoreButton>
      ) : (
        <p className="center sm muted">Notifications are kept for 90 days.</p>
      )}
    </>
  );
}
