import sendIcon from 'lucide/dist/esm/icons/send.mjs';
import { useSyncExternalStore, type ReactElement, Suspense, useState } from 'react';
import slidersHorizontalIcon from 'lucide/dist/esm/icons/sliders-horizontal.mjs';

import type { GoodiesDatabase } from '../../../local/database.ts';
import type { TrackingKind } from '../../../local/rows.ts';
import { VOUCHER_PAGE_SIZE } from '../../../contract/constants.ts';
import type { VoucherType } from '../../../contract/vouchers.ts';
import { readVoucherList } from '../../../local/queries/voucher-lists.ts';
import { plural } from '../../ui/text/format-text.ts';
import { outboxChanges } from '../../platform/tracking.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { Card, SectionHead, Page } from '../../ui/layout/layout.tsx';
import { RowIcon } from '../../ui/display/rows.tsx';
import { useConnectivity } from '../../platform/connectivity.ts';
import { navigate, useQuery } from '../../platform/routing/router.tsx';
import { usePagedList } from '../../platform/live/paged-list.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { Count } from '../../ui/display/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pills } from '../../ui/action/pills.tsx';
import { TextButton } from '../../ui/action/button.tsx';
import { PrizesBelow } from '../../shared/rewards/prizes-below.tsx';
import { readViewerRates } from '../../shared/rates/viewer-rates.ts';
import { serverNow } from '../../platform/clock/server-time.ts';
import css from './home-page.module.css';
import { FilterSheet } from './filter-sheet.tsx';
import {
  countFilters,
  filtersOf,
  homePath,
  isFiltered,
  PAGES_MAX,
  readHomeAddress,
  type HomeAddress,
  type HomeFilters,
} from './home-filters.ts';
import { readSaved } from './read-saved.ts';
import { VoucherListSkeleton, VoucherResults } from './voucher-results.tsx';
import { InstallCard } from './install-card.tsx';
import { WalletBand } from './wallet-band.tsx';

const readWaiting = async (
  db: GoodiesDatabase,
): Promise<Readonly<Record<TrackingKind, number>>> => {
  const [views, clicks] = await Promise.all([
    db.outbox.where('kind').equals('view').count(),
    db.outbox.where('kind').equals('link-click').count(),
  ]);
  return { view: views, 'link-click': clicks };
};

/** What goes out by itself when the network returns; nothing while nothing waits. */
function OutboxCard(): ReactElement | null {
  const changes = useSyncExternalStore(outboxChanges.subscribe, outboxChanges.getSnapshot, () => 0);
  const read = useLive(readWaiting, [changes]);
  if (read.phase === 'loading') return null;
  const { view: views, 'link-click': clicks } = read.data;
  const parts = [
    views > 0 && plural(views, 'view', 'views'),
    clicks > 0 && plural(clicks, 'link click', 'link clicks'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return (
    <Card className={css['outbox']}>
      <RowIcon tone="warn" of={sendIcon} />
      <div className="grow">
        <strong>{`${plural(views + clicks, 'thing', 'things')} waiting to send`}</strong>
        <p className="sm muted">{`${parts.join(', ')}. Guesses need a connection.`}</p>
      </div>
    </Card>
  );
}

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
          onChange={(type) =>
            show(filtersOf({ ...filters, type: type === 'all' ? undefined : type }))
          }
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
  const viewer = useLive(readViewerRates, []);
  useRefresh((worker) => worker.refreshRates(), []);
  const firstPath = homePath({ filters, pages: 1 });
  const list = usePagedList({
    firstPath,
    wanted,
    pagesMax: PAGES_MAX,
    pageSize: VOUCHER_PAGE_SIZE,
    readList: (db, rowsMax) => readVoucherList(db, filters, rowsMax),
    readSaved: async (db, rowsMax) => {
      const base = { viewer: await readViewerRates(db), nowMs: serverNow() };
      return readSaved(db, filters, base, rowsMax);
    },
    refreshPage: (worker, page) => worker.refreshVoucherList({ ...filters, page }),
    showPages: (pages) => navigate(homePath({ filters, pages }), { replace: true }),
  });
  const view = viewer.phase === 'loading' ? viewer : list.view;
  return (
    <VoucherResults
      view={view}
      list={firstPath}
      viewer={viewer.phase === 'ready' ? viewer.data : undefined}
      isFiltered={isFiltered(filters)}
      onRetry={list.retry}
      gap={list.gap}
      end={list.end}
      after={<PrizesBelow />}
      onClearFilters={() => show({})}
    />
  );
}

/** What a signed-in person sees first: their wallet, and the vouchers they can win. */
export default function HomePage(): ReactElement {
  return (
    <Page>
      <h1 className="vh">Home</h1>
      <InstallCard />
      <WalletBand />
      <VouchersSection />
    </Page>
  );
}
