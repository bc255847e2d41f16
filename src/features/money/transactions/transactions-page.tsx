import { Suspense, useState, type ReactElement } from 'react';
import slidersHorizontalIcon from 'lucide/dist/esm/icons/sliders-horizontal.mjs';

import { navigate, useQuery } from '../../../platform/routing/router.tsx';
import { Count } from '../../../ui/display/badge.tsx';
import { Button, BackLink } from '../../../ui/action/button.tsx';
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
} from './history-filters.ts';
import css from './history-list.module.css';
import { HistoryList, HistorySkeleton } from './history-list.tsx';
import { HistoryTools } from './history-tools.tsx';
import { refreshHistory, useHistory } from './use-history.ts';

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
