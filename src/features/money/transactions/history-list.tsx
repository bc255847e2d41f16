import type { ReactElement } from 'react';

import { MINUTE_MS } from '../../../../contract/durations.ts';
import type { TransactionRow as Transaction } from '../../../../local/rows.ts';
import type { PagedView, EndState, GapState } from '../../../platform/live/paged-list.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { formatClock, groupByDay } from '../../../ui/text/format-time.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { Button, ButtonLink } from '../../../ui/action/button.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { PagedList } from '../../../shared/paged-list.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { DayLabel, Rows } from '../../../ui/display/rows.tsx';
import { TransactionRow } from './transaction-row.tsx';
import css from './history-list.module.css';

const ROWS_A_FRAME = 6;

export interface HistoryListProps {
  readonly view: PagedView<Transaction>;
  readonly list: string;
  readonly isFiltered: boolean;
  readonly onRetry: () => void;
  readonly gap: GapState;
  readonly end: EndState;
  readonly onReset: () => void;
}

export function HistoryList(props: HistoryListProps): ReactElement {
  const { view, list, isFiltered, onRetry, gap, end, onReset } = props;
  const now = useNow(MINUTE_MS);
  const isSaved = view.phase === 'list' && view.source === 'saved';
  const count = view.phase === 'list' ? view.rows.length : 0;
  return (
    <PagedList
      view={view}
      list={list}
      what="transactions"
      rowsPerFrame={ROWS_A_FRAME}
      gap={gap}
      end={end}
      retry={onRetry}
      loading={<HistorySkeleton />}
      empty={<NoTransactions isFiltered={isFiltered} onReset={onReset} />}
      unsaved={
        isFiltered
          ? 'No saved transaction fits these filters. Connect to the internet to look further.'
          : undefined
      }
      note={
        isSaved && <p className="sm muted">From what is saved on this phone; there may be more.</p>
      }
      shownText={`${plural(count, 'transaction', 'transactions')} shown`}
      moreLabel="More"
      offlineNote="What is further back is not saved on this phone."
      endNote="End of transaction history"
      narrowNote="Choose dates to see what is further back."
    >
      {(drawn, gapBefore) => (
        <Card className={css['list']} aria-label="Transactions">
          <Rows>
            {groupByDay(drawn, now).flatMap((day) =>
              day.rows.flatMap((transaction, at) => [
                gapBefore(transaction.id),
                at === 0 && <DayLabel key={day.label}>{day.label}</DayLabel>,
                <li key={transaction.id}>
                  <TransactionRow
                    transaction={transaction}
                    when={formatClock(new Date(transaction.created_at))}
                  />
                </li>,
              ]),
            )}
          </Rows>
        </Card>
      )}
    </PagedList>
  );
}

function NoTransactions({
  isFiltered,
  onReset,
}: Pick<HistoryListProps, 'isFiltered' | 'onReset'>): ReactElement {
  return (
    <EmptyState
      title="No transactions found"
      action={
        isFiltered ? (
          <Button variant="line" onClick={onReset}>
            Reset Filters
          </Button>
        ) : (
          <ButtonLink href="/wallet" variant="primary">
            Top up
          </ButtonLink>
        )
      }
    >
      {isFiltered ? 'Try adjusting your filters' : 'Money you top up, win or send shows up here.'}
    </EmptyState>
  );
}

export const HistorySkeleton = (): ReactElement => (
  <Card className={css['list']}>
    <RowsSkeleton what="Loading transactions" count={6} values />
  </Card>
);
