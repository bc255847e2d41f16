import { memo, type ReactElement, type ReactNode } from 'react';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';

import type { VoucherRow } from '../../../local/rows.ts';
import type { PagedView, EndState, GapState } from '../../platform/live/paged-list.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatCount } from '../../ui/text/format-money.ts';
import { plural } from '../../ui/text/format-text.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { Button } from '../../ui/action/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { PagedList } from '../../shared/paged-list.tsx';
import { ListTicketSkeleton, TicketList } from '../../ui/ticket/list-ticket.tsx';
import { WorthNote } from '../../shared/rates/worth-note.tsx';
import type { ViewerRates } from '../../shared/rates/viewer-rates.ts';
import { VoucherListTicket } from '../../shared/vouchers/voucher-list-ticket.tsx';
import css from './voucher-results.module.css';

const SKELETONS = ['1', '2', '3', '4', '5', '6'];

export interface VoucherResultsProps {
  readonly view: PagedView<VoucherRow>;
  /** What the rows are of. */
  readonly list: string;
  readonly viewer: ViewerRates | undefined;
  readonly isFiltered: boolean;
  readonly onRetry: () => void;
  readonly gap: GapState;
  readonly end: EndState;
  /** Follows the list once it is drawn. */
  readonly after?: ReactNode;
  readonly onClearFilters: () => void;
}

/** The list's skeleton; also what is prerendered. */
export const VoucherListSkeleton = (): ReactElement => (
  <div aria-busy="true" className={css['waiting']}>
    <p className="vh" role="status">
      Loading vouchers
    </p>
    <TicketList>
      {SKELETONS.map((name) => (
        <li key={name}>
          <ListTicketSkeleton />
        </li>
      ))}
    </TicketList>
  </div>
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

/** When it was fetched stands on no ticket. */
const shownOf = ({ voucher, viewer }: TicketProps): string =>
  JSON.stringify([{ ...voucher, fetchedAt: 0, detailFetchedAt: 0 }, viewer]);

/** The list on home in whichever state it is. */
export function VoucherResults(props: VoucherResultsProps): ReactElement {
  const { view, list, viewer, isFiltered, onRetry, gap, end, after, onClearFilters } = props;
  const isSaved = view.phase === 'list' && view.source === 'saved';
  const count = view.phase === 'list' ? view.rows.length : 0;
  return (
    <PagedList
      view={view}
      list={list}
      what="vouchers"
      rowsPerFrame={1}
      gap={gap}
      // The note above says that there may be more.
      end={isSaved && end.state === 'offline' ? { ...end, state: 'end' } : end}
      retry={onRetry}
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
      after={after}
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
  <p className={css['saved']}>
    <Badge>
      <Icon of={downloadIcon} />
      {`${formatCount(count)} saved`}
    </Badge>
    <span>From what is saved on this phone; there may be more.</span>
  </p>
);
