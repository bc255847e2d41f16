import { Suspense, useState, type ReactElement } from 'react';
import slidersHorizontalIcon from 'lucide/dist/esm/icons/sliders-horizontal.mjs';

import { VOUCHER_PAGE_SIZE } from '../../../contract/constants.ts';
import type { VoucherType } from '../../../contract/vouchers.ts';
import { readVoucherList } from '../../../local/queries/voucher-lists.ts';
import type { VoucherRow } from '../../../local/rows.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { navigate, useQuery } from '../../platform/routing/router.tsx';
import { useLive } from '../../platform/live/use-live.ts';
import { useGradualRows } from '../../platform/live/use-gradual-rows.ts';
import { usePagedList } from '../../platform/live/use-paged-list.ts';
import { useOnceTrue } from '../../platform/live/use-once-true.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { Count } from '../../ui/display/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SectionHead } from '../../ui/layout/layout.tsx';
import { Pills } from '../../ui/action/pills.tsx';
import { TextButton } from '../../ui/action/button.tsx';
import { PrizesBelow } from '../../shared/rewards/prizes-below.tsx';
import { readViewerRates } from '../../shared/rates/viewer-rates.ts';
import { FilterSheet } from './filter-sheet.tsx';
import {
  countFilters,
  homePath,
  isFiltered,
  listQuery,
  NO_FILTERS,
  PAGES_MAX,
  readHomeAddress,
  type HomeAddress,
  type HomeFilters,
} from './home-filters.ts';
import { OutboxCard } from './outbox-card.tsx';
import { readSaved } from './read-saved.ts';
import { VoucherListSkeleton, VoucherResults } from './voucher-results.tsx';
import { serverNow } from '../../platform/clock/server-time.ts';

const TYPES: readonly { readonly value: VoucherType | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'goodies', label: 'Goodies' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'digital', label: 'Digital' },
];

const NO_ROWS: readonly VoucherRow[] = [];

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
          <LiveResults address={address} />
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

function LiveResults({ address }: { readonly address: HomeAddress }): ReactElement {
  const { filters, pages: wanted } = address;
  const query = listQuery(filters);
  const viewer = useLive(readViewerRates, []);
  useRefresh((worker) => worker.refreshRates(), []);
  const firstPath = homePath({ filters, pages: 1 });
  const list = usePagedList({
    firstPath,
    wanted,
    pagesMax: PAGES_MAX,
    pageSize: VOUCHER_PAGE_SIZE,
    readList: (db, rowsMax) => readVoucherList(db, query, rowsMax),
    readSaved: async (db, rowsMax) => {
      const base = { viewer: await readViewerRates(db), nowMs: serverNow() };
      return readSaved(db, filters, base, rowsMax);
    },
    refreshPage: (worker, page) => worker.refreshVoucherList({ ...query, page }),
    showPages: (pages) => navigate(homePath({ filters, pages }), { replace: true }),
  });
  const view = viewer.phase === 'loading' ? viewer : list.view;
  const rows = view.phase === 'list' ? view.rows : NO_ROWS;
  const drawn = useGradualRows(rows, firstPath);
  // Not before: a page that is tall enough without its list returns to a place that the list then moves.
  const isListed = useOnceTrue(view.phase !== 'loading' && drawn.length === rows.length);
  return (
    <>
      <VoucherResults
        view={view}
        drawn={drawn}
        isListed={isListed}
        viewer={viewer.phase === 'ready' ? viewer.data : undefined}
        isFiltered={isFiltered(filters)}
        onRetry={list.retry}
        gap={list.gap}
        end={list.end}
        onClearFilters={() => show(NO_FILTERS)}
      />
      {isListed && <PrizesBelow />}
    </>
  );
}
