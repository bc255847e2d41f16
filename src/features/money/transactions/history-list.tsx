import type { ReactElement } from 'react';

import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import { PAYMENT_MESSAGES } from '../../../../contract/payments/payment-messages.ts';
import type { TransactionRow as Transaction } from '../../../../local/rows.ts';
import type { PagedView } from '../../../platform/live/paged-list.ts';
import type { EndState, GapState } from '../../../platform/live/use-paged-list.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { formatClock, groupByDay } from '../../../ui/text/format-time.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { useGradualRows } from '../../../platform/live/use-gradual-rows.ts';
import { useOnceTrue } from '../../../platform/live/use-once-true.ts';
import { RetryAlert } from '../../../ui/feedback/alert.tsx';
import { Button, ButtonLink } from '../../../ui/action/button.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { MoreButton, ListGap } from '../../../ui/feedback/paged-list.tsx';
import { EmptyState, UnsavedState, ErrorState } from '../../../ui/feedback/states.tsx';
import { DayLabel, Rows } from '../../../ui/display/rows.tsx';
import { TransactionRow } from './transaction-row.tsx';
import css from './history-list.module.css';
import { HistorySkeleton } from './history-skeleton.tsx';

const ROWS_A_FRAME = 6;
/** Often enough for 'Today' to become 'Yesterday'. */
const DAY_CHECK_MS = 60 * CLOCK_TICK_MS;

export interface HistoryListProps {
  readonly view: PagedView<Transaction>;
  /** What the rows are of. */
  readonly list: string;
  readonly isFiltered: boolean;
  readonly onRetry: () => void;
  readonly gap: GapState;
  readonly end: EndState;
  readonly onReset: () => void;
}

/** The history in whichever state it is. */
export function HistoryList(props: HistoryListProps): ReactElement {
  const { view, isFiltered, onRetry, onReset } = props;
  switch (view.phase) {
    case 'loading':
      return <HistorySkeleton />;
    case 'failed':
      return <ErrorState message={view.message} onRetry={onRetry} />;
    case 'unsaved':
      return (
        <UnsavedState>
          {isFiltered
            ? 'No saved transaction fits these filters. Connect to the internet to look further.'
            : 'Open this page once with a connection and it will be here next time.'}
        </UnsavedState>
      );
    case 'empty':
      return isFiltered ? (
        <EmptyState
          title={PAYMENT_MESSAGES.noTransactions}
          action={
            <Button variant="line" onClick={onReset}>
              Reset Filters
            </Button>
          }
        >
          {PAYMENT_MESSAGES.adjustFilters}
        </EmptyState>
      ) : (
        <EmptyState
          title={PAYMENT_MESSAGES.noTransactions}
          action={
            <ButtonLink href="/wallet" variant="primary">
              Top up
            </ButtonLink>
          }
        >
          Money you top up, win or send shows up here.
        </EmptyState>
      );
    case 'list':
      return <Listed {...props} view={view} />;
    default:
      return view satisfies never;
  }
}

interface ListedProps extends HistoryListProps {
  readonly view: Extract<PagedView<Transaction>, { phase: 'list' }>;
}

function Listed({ view, list, gap, end, onRetry }: ListedProps): ReactElement {
  const { rows: transactions, gaps, source, failure } = view;
  const now = useNow(DAY_CHECK_MS);
  const drawn = useGradualRows(transactions, list, ROWS_A_FRAME);
  // Not before: what stands below the list would move.
  const isListed = useOnceTrue(drawn.length === transactions.length);
  return (
    <>
      {failure !== undefined && <RetryAlert onRetry={onRetry}>{failure}</RetryAlert>}
      {source === 'saved' && (
        <p className="sm muted">From what is saved on this phone; there may be more.</p>
      )}
      <Card className={css['list']} aria-label="Transactions">
        <Rows>
          {groupByDay(drawn, now).flatMap((day) =>
            day.rows.flatMap((transaction, at) => [
              gaps.has(transaction.id) && (
                <ListGap key={`before ${transaction.id}`} what="transactions" {...gap} />
              ),
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
      <p className="vh" role="status">
        {drawn.length === transactions.length &&
          `${plural(transactions.length, 'transaction', 'transactions')} shown`}
      </p>
      {isListed && <More {...end} />}
    </>
  );
}

function More({ state, failure, onMore }: EndState): ReactElement {
  if (state === 'end')
    return <p className="center sm muted">{PAYMENT_MESSAGES.endOfTransactions}</p>;
  if (state === 'narrow') {
    return <p className="center sm muted">Choose dates to see what is further back.</p>;
  }
  return (
    <MoreButton
      isLoading={state === 'loading'}
      isOffline={state === 'offline'}
      failure={failure}
      loadingLabel="Loading more transactions"
      offlineNote="What is further back is not saved on this phone."
      onMore={onMore}
    >
      More
    </MoreButton>
  );
}
