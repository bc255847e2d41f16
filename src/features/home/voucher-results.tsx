import { memo, type ReactElement, type ReactNode } from 'react';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';

import type { VoucherRow } from '../../../local/rows.ts';
import type { usePagedList } from '../../platform/live/paged-list.ts';
import { PagedList } from '../../shared/paged-list.tsx';
import type { ViewerRates } from '../../shared/rates/viewer-rates.ts';
import { WorthNote } from '../../shared/rates/worth-note.tsx';
import { VoucherListTicket } from '../../shared/vouchers/voucher-list-ticket.tsx';
import { Button } from '../../ui/action/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { Loading } from '../../ui/feedback/skeleton.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/text/format-money.ts';
import { plural } from '../../ui/text/format-text.ts';
import { ListTicketSkeleton, TicketList } from '../../ui/ticket/list-ticket.tsx';
import css from './home-page.module.css';

const SKELETONS = ['1', '2', '3', '4', '5', '6'];

type Paged = ReturnType<typeof usePagedList<VoucherRow>>;

interface VoucherResultsProps extends Pick<Paged, 'view' | 'retry' | 'gap' | 'end'> {
  readonly list: string;
  readonly viewer: ViewerRates | undefined;
  readonly isFiltered: boolean;
  readonly after?: ReactNode;
  /** It stands above the list, once there is one. */
  readonly heading?: ReactNode;
  /** How the rows are named where there are other lists: 'vouchers in other currencies'. */
  readonly what?: string;
  readonly empty: ReactNode;
  /** Another list above says that it is from this phone. */
  readonly isSecond?: boolean;
}

export const VoucherListSkeleton = (): ReactElement => (
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
  const { view, viewer, isFiltered, end, heading, what = 'vouchers', isSecond, ...list } = props;
  const isSaved = view.phase === 'list' && view.source === 'saved';
  const count = view.phase === 'list' ? view.rows.length : 0;
  return (
    <PagedList
      {...list}
      view={view}
      what={what}
      rowsPerFrame={1}
      // The note above says that there may be more.
      end={isSaved && end.state === 'offline' ? { ...end, state: 'end' } : end}
      loading={<VoucherListSkeleton />}
      unsaved={
        isFiltered
          ? 'No saved voucher fits these filters. Connect to the internet to look further.'
          : undefined
      }
      note={
        <>
          {heading}
          {isSaved && !isSecond && <SavedNote count={count} />}
        </>
      }
      shownText={`${plural(count, what.replace('vouchers', 'voucher'), what)} shown`}
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

interface NoVouchersProps {
  readonly isFiltered: boolean;
  readonly onClearFilters: () => void;
}

export const NoVouchers = ({ isFiltered, onClearFilters }: NoVouchersProps): ReactElement =>
  isFiltered ? (
    <EmptyState
      title="No vouchers fit these filters"
      action={<Button onClick={onClearFilters}>Clear filters</Button>}
    >
      Try fewer filters, or a wider range.
    </EmptyState>
  ) : (
    <EmptyState title="No vouchers right now">New ones show up here as they are posted.</EmptyState>
  );

const SavedNote = ({ count }: { readonly count: number }): ReactElement => (
  <p className={cx(css['saved'], 'cluster sm muted')}>
    <Badge icon={downloadIcon}>{`${formatCount(count)} saved`}</Badge>
    <span>From what is saved on this phone; there may be more.</span>
  </p>
);
