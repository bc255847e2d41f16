import { memo, type ReactElement } from 'react';
import downloadIcon from 'lucide/dist/esm/icons/download.mjs';

import type { VoucherRow } from '../../../local/rows.ts';
import type { PagedView } from '../../platform/live/paged-list.ts';
import type { EndState, GapState } from '../../platform/live/use-paged-list.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatCount } from '../../ui/text/format-money.ts';
import { plural } from '../../ui/text/format-text.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Button, TextButton } from '../../ui/action/button.tsx';
import { MoreVouchers } from '../../shared/vouchers/more-vouchers.tsx';
import { EmptyState, UnsavedState, ErrorState } from '../../ui/feedback/states.tsx';
import { ListGap } from '../../ui/feedback/paged-list.tsx';
import { ListTicketSkeleton, TicketList } from '../../ui/ticket/list-ticket.tsx';
import { WorthNote } from '../../shared/rates/worth-note.tsx';
import type { ViewerRates } from '../../shared/rates/viewer-rates.ts';
import { VoucherListTicket } from '../../shared/vouchers/voucher-list-ticket.tsx';
import css from './voucher-results.module.css';

const SKELETONS = ['1', '2', '3', '4', '5', '6'];

export interface VoucherResultsProps {
  readonly view: PagedView<VoucherRow>;
  /** Those of the view's rows that are drawn by now. */
  readonly drawn: readonly VoucherRow[];
  /** Whether a whole list was drawn by now: what stands below it would move before. */
  readonly isListed: boolean;
  readonly viewer: ViewerRates | undefined;
  readonly isFiltered: boolean;
  readonly onRetry: () => void;
  readonly gap: GapState;
  readonly end: EndState;
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

/** The list on home in whichever state it is. */
export function VoucherResults(props: VoucherResultsProps): ReactElement {
  const { view, isFiltered, onRetry, onClearFilters } = props;
  switch (view.phase) {
    case 'loading':
      return <VoucherListSkeleton />;
    case 'failed':
      return <ErrorState message={view.message} onRetry={onRetry} />;
    case 'unsaved':
      return (
        <UnsavedState>
          {isFiltered
            ? 'No saved voucher fits these filters. Connect to the internet to look further.'
            : 'Open this page once with a connection and it will be here next time.'}
        </UnsavedState>
      );
    case 'empty':
      return isFiltered ? (
        <EmptyState
          title="No vouchers fit these filters"
          action={<Button onClick={onClearFilters}>Clear filters</Button>}
        >
          Try fewer filters, or a wider range.
        </EmptyState>
      ) : (
        <EmptyState title="No vouchers right now">
          New ones show up here as they are posted.
        </EmptyState>
      );
    case 'list':
      return <Listed {...props} view={view} />;
    default:
      return view satisfies never;
  }
}

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

interface ListedProps extends VoucherResultsProps {
  readonly view: Extract<PagedView<VoucherRow>, { phase: 'list' }>;
}

function Listed(props: ListedProps): ReactElement {
  const { view, drawn, isListed, viewer, gap, end, onRetry } = props;
  const { rows: vouchers, source, failure } = view;
  const shown = plural(vouchers.length, 'voucher', 'vouchers');
  return (
    <>
      {failure !== undefined && (
        <Alert tone="warn">
          <div className={css['failure']}>
            {failure}
            <TextButton onClick={onRetry}>Retry</TextButton>
          </div>
        </Alert>
      )}
      {source === 'saved' && (
        <p className={css['saved']}>
          <Badge>
            <Icon of={downloadIcon} />
            {`${formatCount(vouchers.length)} saved`}
          </Badge>
          <span>From what is saved on this phone; there may be more.</span>
        </p>
      )}
      <TicketList>
        {drawn.flatMap((voucher) => [
          view.gaps.has(voucher.ulid) && (
            <ListGap key={`before ${voucher.ulid}`} what="vouchers" {...gap} />
          ),
          <ListedTicket key={voucher.ulid} voucher={voucher} viewer={viewer} />,
        ])}
      </TicketList>
      <p className="vh" role="status">
        {drawn.length === vouchers.length && `${shown} shown`}
      </p>
      {isListed && <More source={source} end={end} />}
    </>
  );
}

interface MoreProps extends Pick<ListedProps, 'end'> {
  readonly source: 'server' | 'saved';
}

function More({ source, end }: MoreProps): ReactElement | null {
  const { state } = end;
  if (state === 'narrow') return <p className="center sm muted">Filter or sort to see others.</p>;
  // Above what is picked on this device it says that there may be more.
  if (state === 'end' || (state === 'offline' && source === 'saved')) return null;
  return <MoreVouchers {...end} />;
}
