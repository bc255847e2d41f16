import { Suspense, useState, type ReactElement, type ReactNode } from 'react';
import slidersHorizontalIcon from 'lucide/dist/esm/icons/sliders-horizontal.mjs';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';
import refreshCwIcon from 'lucide/dist/esm/icons/refresh-cw.mjs';
import type { Remote } from 'comlink';

import { navigate, useQuery } from '../../../platform/routing/router.tsx';
import { Count } from '../../../ui/display/badge.tsx';
import { Button, BackLink, ButtonLink, TextButton } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Card, Page, PageHead } from '../../../ui/layout/layout.tsx';
import { PullToRefresh } from '../../../ui/feedback/pull-to-refresh.tsx';
import { FilterPanel, type FilterPanelProps } from './filter-panel.tsx';
import {
  countFilters,
  historyPath,
  NO_FILTERS,
  readHistoryAddress,
  type HistoryAddress,
  ownTimeZone,
  statementQuery,
  type HistoryFilters,
  PAGES_MAX,
  readSaved,
} from './history-filters.ts';
import { cx } from '../../../ui/cx.ts';
import css from './transactions.module.css';
import {
  UPLOAD_CALL_TIMEOUT_MS,
  REFRESH_MIN_DISPLAY_MS,
  TRANSACTION_PAGE_SIZE,
} from '../../../../contract/constants.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { formatClock, groupByDay, relativeTimeWithin } from '../../../ui/text/format-time.ts';
import { PagedList } from '../../../shared/paged-list.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { DayLabel, Rows } from '../../../ui/display/rows.tsx';
import { TransactionRow } from './transaction-row.tsx';
import { useNow } from '../../../platform/clock/use-now.ts';
import { toastFailure } from '../../../platform/form/use-command.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { Result } from '../../../../contract/result.ts';
import type { TransactionRow as Transaction } from '../../../../local/rows.ts';
import { readTransactions } from '../../../../local/queries/money.ts';
import { refreshPages, usePagedList } from '../../../platform/live/paged-list.ts';
import { toast } from '../../../platform/toast-store.ts';
import type { DataWorkerApi } from '../../../../workers/api.ts';
import type { RefreshOptions } from '../../../../workers/refresh/refresh-mirror.ts';

const ROWS_A_FRAME = 6;
const NONE_SAVED =
  'No saved transaction fits these filters. Connect to the internet to look further.';
const FILTERS_ID = 'transaction-filters';

const showFilters: FilterPanelProps['onChange'] = (filters, options) =>
  navigate(historyPath({ filters, pages: 1 }), options);

export default function TransactionsPage(): ReactElement {
  const address = readHistoryAddress(useQuery());
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const refreshNow = (): Promise<void> => refreshHistory(address);
  const count = countFilters(address.filters);
  return (
    <Page>
      <PageHead>
        <BackLink href="/wallet" label="Back to the wallet" />
        <h1>Transactions</h1>
        <Button
          size="sm"
          aria-expanded={isPanelOpen}
          {...(isPanelOpen && { 'aria-controls': FILTERS_ID })}
          onClick={() => setIsPanelOpen(!isPanelOpen)}
        >
          <Icon of={slidersHorizontalIcon} size="sm" />{' '}
          <span className={css['filterWord']}>Filter</span>
          {count > 0 && (
            <Count>
              {count}
              <span className="vh"> set</span>
            </Count>
          )}
        </Button>
      </PageHead>
      {isPanelOpen && (
        <FilterPanel id={FILTERS_ID} filters={address.filters} onChange={showFilters} />
      )}
      <PullToRefresh onRefresh={refreshNow}>
        <Suspense fallback={<HistorySkeleton />}>
          <LiveHistory address={address} onRefresh={refreshNow} />
        </Suspense>
      </PullToRefresh>
    </Page>
  );
}

interface LiveHistoryProps {
  readonly address: HistoryAddress;
  readonly onRefresh: () => Promise<void>;
}

function LiveHistory({ address, onRefresh }: LiveHistoryProps): ReactElement {
  const { filters, pages: wanted } = address;
  const firstPath = historyPath({ filters, pages: 1 });
  const { view, isOffline, retry, gap, end } = usePagedList({
    firstPath,
    wanted,
    pagesMax: PAGES_MAX,
    pageSize: TRANSACTION_PAGE_SIZE,
    readList: (db, rowsMax) => readTransactions(db, statementQuery(filters), rowsMax),
    readSaved: (db, rowsMax) => readSaved(db, filters, rowsMax),
    refreshPage: (worker, page) => refreshPage(worker, address, page),
    showPages: (pages) => navigate(historyPath({ filters, pages }), { replace: true }),
  });
  const isFiltered = countFilters(filters) > 0;
  const isSaved = view.phase === 'list' && view.source === 'saved';
  const count = view.phase === 'list' ? view.rows.length : 0;
  return (
    <div className="stack g5">
      {(view.phase === 'list' || view.phase === 'empty') && (
        <HistoryTools
          fetchedAt={view.fetchedAt}
          filters={filters}
          isOffline={isOffline}
          onRefresh={onRefresh}
        />
      )}
      <PagedList
        view={view}
        list={firstPath}
        what="transactions"
        rowsPerFrame={ROWS_A_FRAME}
        gap={gap}
        end={end}
        retry={retry}
        loading={<HistorySkeleton />}
        empty={<NoTransactions isFiltered={isFiltered} />}
        unsaved={isFiltered ? NONE_SAVED : undefined}
        note={
          isSaved && (
            <p className="sm muted">From what is saved on this phone; there may be more.</p>
          )
        }
        shownText={`${plural(count, 'transaction', 'transactions')} shown`}
        moreLabel="More"
        offlineNote="Older entries are not saved on this phone."
        endNote="End of transaction history"
        narrowNote="Choose dates to see what is further back."
      >
        {(drawn, gapBefore) => <Days rows={drawn} gapBefore={gapBefore} />}
      </PagedList>
    </div>
  );
}

interface DaysProps {
  readonly rows: readonly Transaction[];
  readonly gapBefore: (id: string) => ReactNode;
}

function Days({ rows, gapBefore }: DaysProps): ReactElement {
  const now = useNow(MINUTE_MS);
  return (
    <Card className={css['list']} aria-label="Transactions">
      <Rows>
        {groupByDay(rows, now).flatMap((day) =>
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
  );
}

function NoTransactions({ isFiltered }: { readonly isFiltered: boolean }): ReactElement {
  return (
    <EmptyState
      title="No transactions found"
      action={
        isFiltered ? (
          <Button variant="line" onClick={() => showFilters(NO_FILTERS)}>
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

const HistorySkeleton = (): ReactElement => (
  <Card className={css['list']}>
    <RowsSkeleton what="Loading transactions" count={6} values />
  </Card>
);

async function saveStatement(filters: HistoryFilters): Promise<void> {
  const query = { ...statementQuery(filters), time_zone: ownTimeZone() };
  const result = await callWorker((worker) => worker.downloadStatement(query), {
    timeoutMs: UPLOAD_CALL_TIMEOUT_MS,
  });
  if (!result.ok) return toastFailure(result.error);
  // Swedish dates are 'YYYY-MM-DD'.
  saveFile(result.value, `goodies-statement-${new Date().toLocaleDateString('sv')}.csv`);
}

interface HistoryToolsProps {
  /** ms since the epoch */
  readonly fetchedAt: number | undefined;
  readonly filters: HistoryFilters;
  readonly isOffline: boolean;
  readonly onRefresh: () => Promise<void>;
}

function HistoryTools(props: HistoryToolsProps): ReactElement {
  const { fetchedAt, filters, isOffline, onRefresh } = props;
  const [busy, setBusy] = useState<'refresh' | 'file'>();
  const now = useNow(MINUTE_MS);

  const during = (task: 'refresh' | 'file', run: () => Promise<void>) => (): void => {
    if (busy) return;
    setBusy(task);
    void run().finally(() => setBusy(undefined));
  };
  return (
    <div className={cx('cluster', css['tools'])}>
      <p className="xs muted">
        {fetchedAt !== undefined && `Updated ${relativeTimeWithin(new Date(fetchedAt), now)}`}
      </p>
      <TextButton
        disabled={isOffline}
        aria-busy={busy === 'refresh'}
        onClick={during('refresh', onRefresh)}
      >
        <Icon of={refreshCwIcon} size="sm" /> Refresh
      </TextButton>
      <TextButton
        disabled={isOffline}
        aria-busy={busy === 'file'}
        onClick={during('file', () => saveStatement(filters))}
      >
        <Icon of={downloadIcon} size="sm" /> Download CSV
      </TextButton>
    </div>
  );
}

const refreshPage = (
  worker: Pick<Remote<DataWorkerApi>, 'refreshTransactions'>,
  { filters }: HistoryAddress,
  page: number,
  options?: RefreshOptions,
): Promise<Result<undefined>> =>
  worker.refreshTransactions({ ...statementQuery(filters), page }, options);

async function refreshHistory(address: HistoryAddress): Promise<void> {
  const shown = new Promise((resolve) => setTimeout(resolve, REFRESH_MIN_DISPLAY_MS));
  const asked = callWorker((worker) =>
    refreshPages(address.pages, (page) => refreshPage(worker, address, page, { force: true })),
  );
  const [result] = await Promise.all([asked, shown]);
  if (result.ok) toast('Transactions refreshed', { kind: 'success' });
  else toast(errorMessage('refresh_failed'), { kind: 'error' });
}
