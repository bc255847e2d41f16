import { memo, useState, type ReactElement } from 'react';
import printerIcon from 'lucide/dist/esm/icons/printer.mjs';

import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import {
  hasSeveralHandedOver,
  readCreatedVoucher,
} from '../../../../local/queries/created-vouchers.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { useLive } from '../../../platform/live/use-live.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { Button, ButtonLink } from '../../../ui/action/button.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { PagedList } from '../../../shared/paged-list.tsx';
import { SavedAge } from '../saved-giveaway.tsx';
import { sheetOfNew, type OpenSheet } from './sheets/card-sheet.ts';
import { CardSheets } from './sheets/card-sheets.tsx';
import { createdPath, type CreatedAddress, type CreatedFilter, useCreated } from './use-created.ts';
import { Icon } from '../../../ui/icon.tsx';
import { lazyComponent, lazySheet } from '../../../platform/lazy/lazy-component.tsx';
import { VoucherCard, type VoucherCardProps } from './voucher-card.tsx';
import css from './voucher-card.module.css';

// Few have made a voucher and are without push.
const PushOffer = lazyComponent(
  async () => (await import('../../../shared/push/push-offer.tsx')).PushOffer,
);

const PrintSheet = lazySheet(async () => (await import('./sheets/print-sheet.tsx')).PrintSheet);

/** The buttons of a card are as much to draw as its ticket. */
const CARDS_A_FRAME = 1;

export const CreatedSkeleton = (): ReactElement => (
  <Loading what="Loading your vouchers">
    <div className={css['list']}>
      <Skeleton height="14rem" />
      <Skeleton height="14rem" />
      <Skeleton height="14rem" />
    </div>
  </Loading>
);

function Empty({ filter }: { readonly filter: CreatedFilter }): ReactElement {
  return (
    <EmptyState
      title={filter === 'all' ? 'No vouchers yet' : `No ${filter} vouchers`}
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

/** For agents, who hand many over on paper. */
function PrintSeveral(): ReactElement | null {
  const { data: areSeveral = false } = useLive(hasSeveralHandedOver, []);
  const [isOpen, setIsOpen] = useState(false);
  if (!areSeveral && !isOpen) return null;
  return (
    <>
      <div>
        <Button size="sm" onClick={() => setIsOpen(true)}>
          <Icon of={printerIcon} size="sm" /> Print several
        </Button>
      </div>
      <PrintSheet open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

export function CreatedList({ address, sheet, onSheet }: CreatedListProps): ReactElement {
  const list = useCreated(address);
  const { newUlid } = address;
  const isNew = sheet === undefined && newUlid !== undefined;
  const wanted = isNew ? newUlid : sheet?.ulid;
  // Not from the list: what was paid for may stand on another page of it.
  const { data: voucher } = useLive(readCreatedVoucher, [wanted]);
  const kindOfNew = isNew && voucher ? sheetOfNew(voucher) : undefined;
  const close = (): void => {
    onSheet(undefined);
    // The address says that it is open.
    if (isNew) navigate(createdPath(address), { replace: true });
  };
  return (
    <>
      <PrintSeveral />
      <Shown list={list} filter={address.filter} onSheet={onSheet} />
      <CardSheets
        sheet={kindOfNew && voucher ? { kind: kindOfNew, ulid: voucher.ulid } : sheet}
        voucher={voucher}
        onClose={close}
        onChanged={list.retry}
      />
    </>
  );
}

interface ShownProps extends Pick<CreatedListProps, 'onSheet'> {
  readonly list: ReturnType<typeof useCreated>;
  readonly filter: CreatedFilter;
}

/** Kept as it is while others are drawn below it. */
const ListedCard = memo(
  ({ onSheet, ...card }: Omit<VoucherCardProps, 'onAct'> & Pick<ShownProps, 'onSheet'>) => (
    <li>
      <VoucherCard {...card} onAct={(kind) => onSheet({ kind, ulid: card.voucher.ulid })} />
    </li>
  ),
);

function Shown({ list, filter, onSheet }: ShownProps): ReactElement {
  const { view, isOffline, ...paged } = list;
  const now = useNow(30 * CLOCK_TICK_MS);
  const isListed = view.phase === 'list';
  return (
    <div className="stack g4">
      {isListed && (isOffline || view.failure !== undefined) && (
        <SavedAge fetchedAt={view.fetchedAt} />
      )}
      <PagedList
        view={view}
        list={filter}
        what="vouchers"
        rowsPerFrame={CARDS_A_FRAME}
        {...paged}
        loading={<CreatedSkeleton />}
        empty={<Empty filter={filter} />}
        moreLabel="Load More"
        offlineNote="The next page is not saved on this phone."
        after={isListed && <PushOffer reason="Hear when your vouchers are won or redeemed" />}
      >
        {(drawn, gapBefore) => (
          <ul className={css['list']}>
            {drawn.flatMap((voucher) => [
              gapBefore(voucher.ulid),
              <ListedCard
                key={voucher.ulid}
                voucher={voucher}
                nowMs={now.getTime()}
                isOffline={isOffline}
                onSheet={onSheet}
              />,
            ])}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
