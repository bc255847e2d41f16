import { Suspense, useState, type ReactElement } from 'react';
import slidersHorizontalIcon from 'lucide/dist/esm/icons/sliders-horizontal.mjs';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';
import refreshCwIcon from 'lucide/dist/esm/icons/refresh-cw.mjs';
import type { Remote } from 'comlink';

import { navigate, useQuery } from '../../../platform/routing/router.tsx';
import { Count } from '../../../ui/display/badge.tsx';
import { Button, BackLink, TextButton } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Page, PageHead } from '../../../ui/layout/layout.tsx';
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
import css from './history-list.module.css';
import { HistoryList, HistorySkeleton } from './history-list.tsx';
import {
  UPLOAD_CALL_TIMEOUT_MS,
  REFRESH_MIN_DISPLAY_MS,
  TRANSACTION_PAGE_SIZE,
} from '../../../../contract/constants.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { relativeTimeWithin } from '../../../ui/text/format-time.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { toastFailure } from '../../../platform/form/use-command.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { Result } from '../../../../contract/result.ts';
import { readTransactions } from '../../../../local/queries/money.ts';
import { refreshPages, usePagedList } from '../../../platform/live/paged-list.ts';
import { toast } from '../../../platform/toast-store.ts';
import type { DataWorkerApi } from '../../../../workers/api.ts';
import type { RefreshOptions } from '../../../../workers/refresh/refresh-mirror.ts';

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
  const { filters } = address;
  const { view, isOffline, retry, gap, end } = useHistory(address);
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
      <HistoryList
        view={view}
        list={historyPath({ filters, pages: 1 })}
        isFiltered={countFilters(filters) > 0}
        onRetry={retry}
        onReset={() => showFilters(NO_FILTERS)}
        gap={gap}
        end={end}
      />
    </div>
  );
}

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

function useHistory(address: HistoryAddress) {
  const { filters, pages: wanted } = address;
  return usePagedList({
    firstPath: historyPath({ filters, pages: 1 }),
    wanted,
    pagesMax: PAGES_MAX,
    pageSize: TRANSACTION_PAGE_SIZE,
    readList: (db, rowsMax) => readTransactions(db, statementQuery(filters), rowsMax),
    readSaved: (db, rowsMax) => readSaved(db, filters, rowsMax),
    refreshPage: (worker, page) => refreshPage(worker, address, page),
    showPages: (pages) => navigate(historyPath({ filters, pages }), { replace: true }),
  });
}

async function refreshHistory(address: HistoryAddress): Promise<void> {
  const shown = new Promise((resolve) => setTimeout(resolve, REFRESH_MIN_DISPLAY_MS));
  const asked = callWorker((worker) =>
    refreshPages(address.pages, (page) => refreshPage(worker, address, page, { force: true })),
  );
  const [result] = await Promise.all([asked, shown]);
  if (result.ok) toast('Transactions refreshed', { kind: 'success' });
  else toast(errorMessage('refresh_failed'), { kind: 'error' });
}
