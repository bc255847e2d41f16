import { memo, type ReactElement } from 'react';

import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import { readCreatedVoucher } from '../../../../local/queries/created-vouchers.ts';
import type { CreatedVoucherRow } from '../../../../local/rows.ts';
import type { PagedView } from '../../../platform/live/paged-list.ts';
import type { EndState, GapState } from '../../../platform/live/use-paged-list.ts';
import { relativeTimeWithin } from '../../../ui/text/format-time.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { useGradualRows } from '../../../platform/live/use-gradual-rows.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useOnceTrue } from '../../../platform/live/use-once-true.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { RetryAlert } from '../../../ui/feedback/alert.tsx';
import { ButtonLink } from '../../../ui/action/button.tsx';
import { EmptyState, UnsavedState, ErrorState } from '../../../ui/feedback/states.tsx';
import { ListGap } from '../../../ui/feedback/paged-list.tsx';
import { MoreVouchers } from '../../../shared/vouchers/more-vouchers.tsx';
import { sheetOfNew, type OpenSheet } from './sheets/card-sheet.ts';
import { CardSheets } from './sheets/card-sheets.tsx';
import { createdPath, type CreatedAddress, type CreatedFilter, useCreated } from './use-created.ts';
import { CreatedSkeleton } from './created-skeleton.tsx';
import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { VoucherCard, type VoucherCardProps } from './voucher-card.tsx';
import css from './voucher-card.module.css';

// Few have made a voucher and are without push.
const PushOffer = lazyComponent(
  async () => (await import('../../../shared/push/push-offer.tsx')).PushOffer,
);

/** The buttons of a card are as much to draw as its ticket. */
const CARDS_A_FRAME = 1;
const CLOCK_INTERVAL_MS = 30 * CLOCK_TICK_MS;

const EMPTY_TITLES: Readonly<Record<CreatedFilter, string>> = {
  all: 'No vouchers yet',
  pending: 'No pending vouchers',
  active: 'No active vouchers',
};

function Empty({ filter }: { readonly filter: CreatedFilter }): ReactElement {
  return (
    <EmptyState
      title={EMPTY_TITLES[filter]}
      action={
        <div className="stack g2">
          <ButtonLink variant="primary" href="/payment-voucher">
            Create a payment voucher
          </ButtonLink>
          <ButtonLink href="/post-voucher">Post a giveaway</ButtonLink>
        </div>
      }
    >
      A payment voucher holds money for whoever gets its code. A giveaway is won by whoever guesses
      its hidden digits.
    </EmptyState>
  );
}

export interface CreatedListProps {
  readonly address: CreatedAddress;
  /** Held by its voucher's id: the sheets follow the row, whatever a refresh makes of it. */
  readonly sheet: OpenSheet | undefined;
  readonly onSheet: (sheet: OpenSheet | undefined) => void;
}

/** The vouchers of one filter, and the sheets that their actions open. */
export function CreatedList({ address, sheet, onSheet }: CreatedListProps): ReactElement {
  const { view, isOffline, retry, gap, end } = useCreated(address);
  const { newUlid } = address;
  const isNew = sheet === undefined && newUlid !== undefined;
  const wanted = isNew ? newUlid : sheet?.ulid;
  // Not from the list: what was paid for may stand on another page of it.
  const read = useLive(readCreatedVoucher, [wanted]);
  const voucher = read.phase === 'ready' ? read.data : undefined;
  const kindOfNew = isNew && voucher ? sheetOfNew(voucher) : undefined;
  const close = (): void => {
    onSheet(undefined);
    // The address says that it is open.
    if (isNew) navigate(createdPath(address), { replace: true });
  };
  return (
    <>
      <Shown
        view={view}
        isOffline={isOffline}
        filter={address.filter}
        onRetry={retry}
        gap={gap}
        end={end}
        onSheet={onSheet}
      />
      <CardSheets
        sheet={kindOfNew && voucher ? { kind: kindOfNew, ulid: voucher.ulid } : sheet}
        voucher={voucher}
        onClose={close}
        onChanged={retry}
      />
    </>
  );
}

interface ShownProps {
  readonly view: PagedView<CreatedVoucherRow>;
  readonly isOffline: boolean;
  readonly filter: CreatedFilter;
  readonly onRetry: () => void;
  readonly gap: GapState;
  readonly end: EndState;
  readonly onSheet: (sheet: OpenSheet) => void;
}

function Shown(props: ShownProps): ReactElement {
  const { view, filter, onRetry } = props;
  switch (view.phase) {
    case 'loading':
      return <CreatedSkeleton />;
    case 'failed':
      return <ErrorState message={view.message} onRetry={onRetry} />;
    case 'unsaved':
      return <UnsavedState />;
    case 'empty':
      return <Empty filter={filter} />;
    case 'list':
      return <Listed {...props} view={view} />;
    default:
      return view satisfies never;
  }
}

/** Kept as it is while others are drawn below it. */
const ListedCard = memo(
  ({ onSheet, ...card }: Omit<VoucherCardProps, 'onAct'> & Pick<ShownProps, 'onSheet'>) => (
    <li>
      <VoucherCard {...card} onAct={(kind) => onSheet({ kind, ulid: card.voucher.ulid })} />
    </li>
  ),
);

type ListedProps = ShownProps & {
  readonly view: Extract<PagedView<CreatedVoucherRow>, { phase: 'list' }>;
};

function Listed(props: ListedProps): ReactElement {
  const { view, isOffline, filter, gap, end, onRetry, onSheet } = props;
  const now = useNow(CLOCK_INTERVAL_MS);
  const { rows: vouchers, gaps, fetchedAt, failure } = view;
  const drawn = useGradualRows(vouchers, filter, CARDS_A_FRAME);
  // Not before: what stands below the list would move.
  const isListed = useOnceTrue(drawn.length === vouchers.length);
  return (
    <div className="stack g4">
      {(isOffline || failure !== undefined) && (
        <p className="sm muted">Saved {relativeTimeWithin(new Date(fetchedAt), now)}</p>
      )}
      {failure !== undefined && <RetryAlert onRetry={onRetry}>{failure}</RetryAlert>}
      <ul className={css['list']}>
        {drawn.flatMap((voucher) => [
          gaps.has(voucher.ulid) && (
            <ListGap key={`before ${voucher.ulid}`} what="vouchers" {...gap} />
          ),
          <ListedCard
            key={voucher.ulid}
            voucher={voucher}
            nowMs={now.getTime()}
            isOffline={isOffline}
            onSheet={onSheet}
          />,
        ])}
      </ul>
      {isListed && end.state !== 'end' && end.state !== 'narrow' && <MoreVouchers {...end} />}
      {/* Last, since it comes late: nothing moves for it. */}
      {isListed && <PushOffer reason="Hear when your vouchers are won or redeemed" />}
    </div>
  );
}
