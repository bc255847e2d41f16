import { Suspense, useState, type ReactElement } from 'react';
import slidersHorizontalIcon from 'lucide/dist/esm/icons/sliders-horizontal.mjs';

import { ok } from '../../../contract/result.ts';
import type { VoucherType } from '../../../contract/vouchers.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { navigate, useQuery } from '../../platform/routing/router.tsx';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { Count } from '../../ui/display/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SectionHead } from '../../ui/layout/layout.tsx';
import { Pills } from '../../ui/action/pills.tsx';
import { TextButton } from '../../ui/action/text-button.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import {
  countFilters,
  homePath,
  isFiltered,
  listQuery,
  NO_FILTERS,
  readHomeAddress,
  type HomeAddress,
  type HomeFilters,
} from './home-filters.ts';
import { homeListView } from './home-list-view.ts';
import { OutboxCard } from './outbox-card.tsx';
import { readHomeList } from './read-home-list.ts';
import { VoucherListSkeleton, VoucherResults } from './voucher-results.tsx';

const TYPES: readonly { readonly value: VoucherType | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'goodies', label: 'Goodies' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'digital', label: 'Digital' },
];

const show = (filters: HomeFilters): void => navigate(homePath({ filters, pages: 1 }));

/** The open giveaways, with filters that stand in the address. */
export function VouchersSection(): ReactElement {
  const query = useQuery();
  const address = readHomeAddress(query);
  const { filters } = address;
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const isOffline = useConnectivity() === 'offline';
  const count = countFilters(filters);
  return (
    <>
      {isOffline && (
        <Suspense>
          <OutboxCard />
        </Suspense>
      )}
      <section className="stack g3">
        <SectionHead>
          <h2>{isOffline ? 'Saved vouchers' : 'Vouchers to win'}</h2>
          <TextButton aria-haspopup="dialog" onClick={() => setIsSheetOpen(true)}>
            <Icon of={slidersHorizontalIcon} size="sm" /> Sort and filter
            {count > 0 && <Count>{count}</Count>}
          </TextButton>
        </SectionHead>
        <Pills
          label="Voucher type"
          options={TYPES}
          value={filters.type ?? 'all'}
          onChange={(type) => show({ ...filters, type: type === 'all' ? undefined : type })}
        />
        <Suspense fallback={<VoucherListSkeleton />}>
          <LiveResults address={address} isOffline={isOffline} />
        </Suspense>
      </section>
      <FilterSheet
        open={isSheetOpen}
        filters={filters}
        onClose={() => setIsSheetOpen(false)}
        onApply={(chosen) => {
          setIsSheetOpen(false);
          show(chosen);
        }}
      />
    </>
  );
}

interface LiveResultsProps {
  readonly address: HomeAddress;
  readonly isOffline: boolean;
}

function LiveResults({ address, isOffline: isShownOffline }: LiveResultsProps): ReactElement {
  const { filters, pages } = address;
  const deps = [homePath(address)];
  const read = useLive((db) => readHomeList(db, address), deps);
  const [refresh, retry] = useRefresh(async (worker) => {
    for (let page = 1; page <= pages; page += 1) {
      const result = await worker.refreshVoucherList({ ...listQuery(filters), page });
      if (!result.ok) return result;
    }
    return ok(undefined);
  }, deps);
  // The bar waits a moment before it says so; the answer to a request does not.
  const isOffline =
    isShownOffline || (refresh.phase === 'failed' && refresh.error.code === 'offline');
  const view = homeListView({ read, refresh, isOffline, wanted: pages });
  return (
    <VoucherResults
      view={view}
      isOffline={isOffline}
      isFiltered={isFiltered(filters)}
      onRetry={retry}
      onMore={() => {
        const shown = read.phase === 'ready' ? read.data.pages.length : pages;
        // After a failure the page is still asked for: ask again rather than for one more.
        if (shown < pages) retry();
        else navigate(homePath({ filters, pages: pages + 1 }), { replace: true });
      }}
      onClearFilters={() => show(NO_FILTERS)}
    />
  );
}
