import { useState, type ReactElement } from 'react';
import slidersHorizontalIcon from 'lucide/dist/esm/icons/sliders-horizontal.mjs';

import { VOUCHER_PAGE_SIZE } from '../../../contract/constants.ts';
import type { VoucherType } from '../../../contract/vouchers.ts';
import { otherCurrenciesQuery, ownCurrencyQuery } from '../../../local/canonical-query.ts';
import { readVoucherList } from '../../../local/queries/voucher-lists.ts';
import type { VoucherRow } from '../../../local/rows.ts';
import { serverNow } from '../../platform/clock/server-time.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { usePagedList, type MoreState } from '../../platform/live/paged-list.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { navigate, useQuery } from '../../platform/routing/router.tsx';
import { readViewerRates, type ViewerRates } from '../../shared/rates/viewer-rates.ts';
import { PrizesBelow } from '../../shared/rewards/prizes-below.tsx';
import { TextButton, TextLink } from '../../ui/action/button.tsx';
import { Pills } from '../../ui/action/pills.tsx';
import { Count } from '../../ui/display/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SectionHead } from '../../ui/layout/layout.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import {
  countFilters,
  filtersOf,
  homePath,
  isFiltered,
  isOwnFirst,
  PAGES_MAX,
  readHomeAddress,
  type HomeAddress,
  type HomeFilters,
} from './home-filters.ts';
import { readSaved } from './read-saved.ts';
import { NoVouchers, VoucherListSkeleton, VoucherResults } from './voucher-results.tsx';

const TYPES: readonly { readonly value: VoucherType | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'goodies', label: 'Goodies' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'digital', label: 'Digital' },
];

const show = (filters: HomeFilters): void => navigate(homePath({ filters }));
const showPages = (address: HomeAddress): void => navigate(homePath(address), { replace: true });

export function VouchersSection(): ReactElement {
  const address = readHomeAddress(useQuery());
  const { filters } = address;
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const isOffline = useConnectivity() === 'offline';
  const count = countFilters(filters);
  return (
    <>
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
        <Results address={address} />
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

function Results({ address }: { readonly address: HomeAddress }): ReactElement {
  const { data: viewer } = useLive(readViewerRates, []);
  useRefresh((worker) => worker.refreshRates(), []);
  if (!viewer) return <VoucherListSkeleton />;
  const shown = { address, viewer };
  return isOwnFirst(address.filters) ? <OwnCurrency {...shown} /> : <OneList {...shown} />;
}

interface ListProps {
  readonly address: HomeAddress;
  readonly viewer: ViewerRates;
}

/** @param key distinguishes lists and their places; it is no address */
const useVouchers = (
  key: string,
  query: HomeFilters,
  wanted: number,
  onPages: (pages: number) => void,
) =>
  usePagedList<VoucherRow>({
    firstPath: key,
    wanted,
    pagesMax: PAGES_MAX,
    pageSize: VOUCHER_PAGE_SIZE,
    readList: (db, rowsMax) => readVoucherList(db, query, rowsMax),
    readSaved: async (db, rowsMax) => {
      const base = { viewer: await readViewerRates(db), nowMs: serverNow() };
      return readSaved(db, query, base, rowsMax);
    },
    refreshPage: (worker, page) => worker.refreshVoucherList({ ...query, page }),
    showPages: onPages,
  });

const Nothing = ({ filters }: { readonly filters: HomeFilters }): ReactElement => (
  <NoVouchers isFiltered={isFiltered(filters)} onClearFilters={() => show({})} />
);

function OneList({ address, viewer }: ListProps): ReactElement {
  const { filters, pages } = address;
  const key = homePath({ filters });
  const query = { ...filters, sort_by: filters.sort_by ?? 'nearly_open' };
  const list = useVouchers(key, query, pages, (more) => showPages({ ...address, pages: more }));
  return (
    <VoucherResults
      {...list}
      list={key}
      viewer={viewer}
      isFiltered={isFiltered(filters)}
      after={<PrizesBelow />}
      empty={<Nothing filters={filters} />}
    />
  );
}

/** Nothing more of a list can be shown here. */
const LAST: ReadonlySet<MoreState> = new Set<MoreState>(['end', 'narrow', 'offline']);

function OwnCurrency({ address, viewer }: ListProps): ReactElement {
  const { filters, pages } = address;
  const key = `${homePath({ filters })} ${viewer.currency}`;
  const query = ownCurrencyQuery(viewer.currency, filters);
  const list = useVouchers(key, query, pages, (more) => showPages({ ...address, pages: more }));
  const { phase } = list.view;
  const others = <OtherCurrencies address={address} viewer={viewer} isAlone={phase !== 'list'} />;
  if (phase === 'empty' || phase === 'unsaved') return others;
  return (
    <VoucherResults
      {...list}
      list={key}
      viewer={viewer}
      isFiltered={isFiltered(filters)}
      empty={null}
      after={phase === 'list' && LAST.has(list.end.state) ? others : <PrizesBelow />}
    />
  );
}

const OTHERS_HEAD = (
  <SectionHead>
    <h3>In other currencies</h3>
    <TextLink href="/featured-giveaway">Featured giveaway</TextLink>
  </SectionHead>
);

interface OthersProps extends ListProps {
  /** There are none in the user's own currency, or none saved. */
  readonly isAlone: boolean;
}

function OtherCurrencies({ address, viewer, isAlone }: OthersProps): ReactElement {
  const { filters, others } = address;
  const key = `${homePath({ filters })} not ${viewer.currency}`;
  const query = otherCurrenciesQuery(viewer.currency, filters);
  const list = useVouchers(key, query, others, (more) => showPages({ ...address, others: more }));
  if (list.view.phase === 'unsaved' && !isAlone) return <PrizesBelow />;
  return (
    <VoucherResults
      {...list}
      list={key}
      what="vouchers in other currencies"
      viewer={viewer}
      isFiltered={isFiltered(filters)}
      heading={OTHERS_HEAD}
      isSecond={!isAlone}
      after={<PrizesBelow />}
      empty={isAlone ? <Nothing filters={filters} /> : null}
    />
  );
}
