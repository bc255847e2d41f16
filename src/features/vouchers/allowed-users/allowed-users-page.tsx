import { type ReactElement, Suspense } from 'react';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';
import { useParams } from 'wouter';

import type { Failure } from '../../../../contract/result.ts';
import type { VoucherRow, AllowedUsersRow } from '../../../../local/rows.ts';
import { readAllowedUsers } from '../../../../local/queries/created-vouchers.ts';
import { readVoucher } from '../../../../local/queries/vouchers.ts';
import { ButtonLink } from '../../../ui/action/button.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Columns, SubPage } from '../../../ui/layout/layout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { ticketVariantOf, isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { statusLabel } from '../../../shared/vouchers/voucher-texts.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { CodeLine } from '../../../ui/code/code.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { Ticket, TicketAmount, TicketBody, TicketTear } from '../../../ui/ticket/ticket.tsx';
import { decideSaved, type SavedScreen } from '../../../platform/live/decide-saved.ts';
import { useShownAge } from '../../../platform/live/shown-age.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import css from './allowed-users.module.css';
import { AddUsers } from './add-users.tsx';
import { AllowedList } from './allowed-list.tsx';

export interface AllowedFailedProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

function AllowedFailed({ failure, onRetry }: AllowedFailedProps): ReactElement {
  const { status = 0, message } = failure;
  // What the server has refused it would refuse again.
  const isFinal = status >= 400 && status < 500;
  return (
    <ErrorState
      title={isFinal ? 'Nothing to manage' : 'Could not load'}
      message={message}
      {...(!isFinal && { onRetry })}
    >
      <ButtonLink href="/my-vouchers" {...(isFinal && { variant: 'primary' })}>
        Back to My Vouchers
      </ButtonLink>
    </ErrorState>
  );
}

const AllowedSkeleton = (): ReactElement => (
  <div aria-busy="true">
    <p className="vh" role="status">
      Loading users
    </p>
    <Columns kind="main-side">
      <div className="stack g4">
        <Skeleton shape="block" height="4.5rem" />
        <Skeleton shape="block" height="18rem" />
      </div>
      <Skeleton shape="block" height="8rem" />
    </Columns>
  </div>
);

function VoucherSummary({ voucher }: { readonly voucher: VoucherRow }): ReactElement {
  const { amount, currency, masked_code: maskedCode, code } = voucher;
  return (
    <Ticket variant={ticketVariantOf(voucher)} label={`${formatMoney(amount, currency)} giveaway`}>
      <TicketBody className={css['summary']}>
        <div className="split">
          <Badge tone="ticket">
            <Icon of={lockIcon} /> Private
          </Badge>
          <Badge tone="ink">{statusLabel(voucher)}</Badge>
        </div>
        <TicketAmount>
          <Money amount={amount} currency={currency} />
        </TicketAmount>
        <CodeLine maskedCode={code ?? maskedCode} />
      </TicketBody>
      <TicketTear />
    </Ticket>
  );
}

function useAllowedUsers(voucherId: string): {
  readonly view: SavedScreen<AllowedUsersRow>;
  readonly voucher: VoucherRow | undefined;
  readonly retry: () => void;
} {
  const ulid = voucherId.toUpperCase();
  const users = useLive(readAllowedUsers, [ulid]);
  const voucher = useLive(readVoucher, [ulid]);
  const [refresh, retry] = useRefresh(
    async (worker) => {
      const [list] = await Promise.all([
        worker.refreshAllowedUsers(ulid),
        worker.refreshVoucher(ulid),
      ]);
      return list;
    },
    [ulid],
  );
  const isRead = users.phase === 'ready';
  const row = isRead ? users.data : undefined;
  useShownAge(row?.fetchedAt);
  return {
    view: decideSaved({ isRead, row }, refresh),
    voucher: voucher.phase === 'ready' ? voucher.data : undefined,
    retry,
  };
}

export default function AllowedUsersPage(): ReactElement {
  const { voucherId = '' } = useParams();
  return (
    <SubPage title="Manage Users" back="/my-vouchers" backLabel="Back to My Vouchers">
      <Suspense fallback={<AllowedSkeleton />}>
        <LiveUsers key={voucherId} id={voucherId} />
      </Suspense>
    </SubPage>
  );
}

function LiveUsers({ id }: { readonly id: string }): ReactElement {
  const { view, voucher, retry } = useAllowedUsers(id);
  switch (view.phase) {
    case 'loading':
      return <AllowedSkeleton />;
    case 'failed':
      return <AllowedFailed failure={view.failure} onRetry={retry} />;
    case 'ready': {
      const { row, failure } = view;
      // Once it is over there is nothing left to guess.
      const isClosed = voucher !== undefined && isOver(voucher);
      return (
        <Columns kind="main-side">
          <div className="stack g4">
            {!isClosed && <AddUsers ulid={row.ulid} />}
            <AllowedList row={row} failure={failure} onRetry={retry} isClosed={isClosed} />
          </div>
          <aside>{voucher && <VoucherSummary voucher={voucher} />}</aside>
        </Columns>
      );
    }
    default:
      return view satisfies never;
  }
}
