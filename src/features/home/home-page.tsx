import sendIcon from 'lucide/dist/esm/icons/send.mjs';
import { memo, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';
import slidersHorizontalIcon from 'lucide/dist/esm/icons/sliders-horizontal.mjs';

import type { GoodiesDatabase } from '../../../local/database.ts';
import type { TrackingKind, VoucherRow } from '../../../local/rows.ts';
import { VOUCHER_PAGE_SIZE } from '../../../contract/constants.ts';
import type { VoucherType } from '../../../contract/vouchers.ts';
import { readVoucherList } from '../../../local/queries/voucher-lists.ts';
import { plural } from '../../ui/text/format-text.ts';
import { useStore } from '../../platform/store.ts';
import { outboxChanges } from '../../platform/tracking.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { Card, SectionHead, Page } from '../../ui/layout/layout.tsx';
import { RowIcon } from '../../ui/display/rows.tsx';
import { useConnectivity } from '../../platform/connectivity.ts';
import { navigate, useQuery } from '../../platform/routing/router.tsx';
import { usePagedList } from '../../platform/live/paged-list.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { Badge, Count } from '../../ui/display/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pills } from '../../ui/action/pills.tsx';
import { Button, TextButton } from '../../ui/action/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { cx } from '../../ui/cx.ts';
import { formatCount } from '../../ui/text/format-money.ts';
import { Loading } from '../../ui/feedback/skeleton.tsx';
import { ListTicketSkeleton, TicketList } from '../../ui/ticket/list-ticket.tsx';
import { PagedList } from '../../shared/paged-list.tsx';
import { WorthNote } from '../../shared/rates/worth-note.tsx';
import { VoucherListTicket } from '../../shared/vouchers/voucher-list-ticket.tsx';
import { PrizesBelow } from '../../shared/rewards/prizes-below.tsx';
import { readViewerRates, type ViewerRates } from '../../shared/rates/viewer-rates.ts';
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
import { InstallCard } from './install-card.tsx';
import { WalletBand } from './wallet-band.tsx';

const readWaiting = (db: GoodiesDatabase) => {
  const count = (kind: TrackingKind) => db.outbox.where('kind').equals(kind).count();
  return Promise.all([count('view'), count('link-click')]);
};

function OutboxCard(): ReactElement | null {
  const read = useLive(readWaiting, [useStore(outboxChanges)]);
  if (read.phase === 'loading') return null;
  const [views, clicks] = read.data;
  const parts = [
    views > 0 && plural(views, 'view', 'views'),
    clicks > 0 && plural(clicks, 'link click', 'link clicks'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return (
    <Card className={cx('line', css['outbox'])}>
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

const SKELETONS = ['1', '2', '3', '4', '5', '6'];

type Paged = ReturnType<typeof usePagedList<VoucherRow>>;

interface VoucherResultsProps extends Pick<Paged, 'view' | 'retry' | 'gap' | 'end'> {
  readonly list: string;
  readonly viewer: ViewerRates | undefined;
  readonly isFiltered: boolean;
  readonly after?: ReactNode;
  readonly onClearFilters: () => void;
}

const VoucherListSkeleton = (): ReactElement => (
  <Loading className={css['waiting']} what="Loading vouchers">
    <TicketList>
      {SKELETONS.map((name) => (
        <li key={name}>
          <ListTicketSkeleton />
        </li>
      ))}
    </TicketList>
  </Loading>
);

interface TicketProps {
  readonly voucher: VoucherRow;
  readonly viewer: ViewerRates | undefined;
}

/** Kept as it is while others are drawn below it, and where the list was read anew and says the same of it. */
const ListedTicket = memo(
  ({ voucher, viewer }: TicketProps) => (
    <li>
      <VoucherListTicket
        voucher={voucher}
        worth={
          viewer && (
            <WorthNote amount={voucher.amount} currency={voucher.currency} viewer={viewer} />
          )
        }
      />
    </li>
  ),
  (before, after) =>
    (before.voucher === after.voucher && before.viewer === after.viewer) ||
    shownOf(before) === shownOf(after),
);

const shownOf = ({ voucher, viewer }: TicketProps): string =>
  JSON.stringify([{ ...voucher, fetchedAt: 0, detailFetchedAt: 0 }, viewer]);

export function VoucherResults(props: VoucherResultsProps): ReactElement {
  const { view, viewer, isFiltered, end, onClearFilters, ...list } = props;
  const isSaved = view.phase === 'list' && view.source === 'saved';
  const count = view.phase === 'list' ? view.rows.length : 0;
  return (
    <PagedList
      {...list}
      view={view}
      what="vouchers"
      rowsPerFrame={1}
      // The note above says that there may be more.
      end={isSaved && end.state === 'offline' ? { ...end, state: 'end' } : end}
      loading={<VoucherListSkeleton />}
      empty={<NoVouchers isFiltered={isFiltered} onClearFilters={onClearFilters} />}
      unsaved={
        isFiltered
          ? 'No saved voucher fits these filters. Connect to the internet to look further.'
          : undefined
      }
      note={isSaved && <SavedNote count={count} />}
      shownText={`${plural(count, 'voucher', 'vouchers')} shown`}
      moreLabel="Load More"
      offlineNote="The next page is not saved on this phone."
      narrowNote="Filter or sort to see others."
    >
      {(drawn, gapBefore) => (
        <TicketList>
          {drawn.flatMap((voucher) => [
            gapBefore(voucher.ulid),
            <ListedTicket key={voucher.ulid} voucher={voucher} viewer={viewer} />,
          ])}
        </TicketList>
      )}
    </PagedList>
  );
}

function NoVouchers({
  isFiltered,
  onClearFilters,
}: Pick<VoucherResultsProps, 'isFiltered' | 'onClearFilters'>): ReactElement {
  return isFiltered ? (
    <EmptyState
      title="No vouchers fit these filters"
      action={<Button onClick={onClearFilters}>Clear filters</Button>}
    >
      Try fewer filters, or a wider range.
    </EmptyState>
  ) : (
    <EmptyState title="No vouchers right now">New ones show up here as they are posted.</EmptyState>
  );
}

const SavedNote = ({ count }: { readonly count: number }): ReactElement => (
  <p className={cx(css['saved'], 'cluster sm muted')}>
    <Badge icon={downloadIcon}>{`${formatCount(count)} saved`}</Badge>
    <span>From what is saved on this phone; there may be more.</span>
  </p>
);

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
      {...list}
      view={view}
      list={firstPath}
      viewer={viewer.data}
      isFiltered={isFiltered(filters)}
      after={<PrizesBelow />}
      onClearFilters={() => show({})}
    />
  );
}

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
