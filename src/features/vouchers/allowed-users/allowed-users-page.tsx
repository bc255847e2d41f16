import { type ReactElement, Suspense } from 'react';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';
import { useParams } from 'wouter';

import type { VoucherRow } from '../../../../local/rows.ts';
import { readAllowedUsers } from '../../../../local/queries/created-vouchers.ts';
import { readVoucher } from '../../../../local/queries/vouchers.ts';
import { Columns, SubPage } from '../../../ui/layout/layout.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { ticketVariantOf, isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { statusLabel } from '../../../shared/vouchers/voucher-texts.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { CodeLine } from '../../../ui/code/code.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { Ticket, TicketAmount, TicketBody, TicketTear } from '../../../ui/ticket/ticket.tsx';
import { decideSaved, useRefresh } from '../../../platform/live/use-refresh.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { SavedGiveaway } from '../saved-giveaway.tsx';
import { AddUsers } from './add-users.tsx';
import { AllowedList } from './allowed-list.tsx';

const AllowedSkeleton = (): ReactElement => (
  <Loading what="Loading users">
    <Columns kind="main-side">
      <div className="stack g4">
        <Skeleton shape="block" height="4.5rem" />
        <Skeleton shape="block" height="18rem" />
      </div>
      <Skeleton shape="block" height="8rem" />
    </Columns>
  </Loading>
);

function VoucherSummary({ voucher }: { readonly voucher: VoucherRow }): ReactElement {
  const { amount, currency, masked_code: maskedCode, code } = voucher;
  return (
    <Ticket variant={ticketVariantOf(voucher)} label={`${formatMoney(amount, currency)} giveaway`}>
      <TicketBody>
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

export default function AllowedUsersPage(): ReactElement {
  const { voucherId = '' } = useParams();
  return (
    <SubPage title="Manage Users" back="/my-vouchers" backLabel="Back to My Vouchers">
      <Suspense fallback={<AllowedSkeleton />}>
        <LiveUsers key={voucherId} ulid={voucherId.toUpperCase()} />
      </Suspense>
    </SubPage>
  );
}

function LiveUsers({ ulid }: { readonly ulid: string }): ReactElement {
  const users = useLive(readAllowedUsers, [ulid]);
  const read = useLive(readVoucher, [ulid]);
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
  const voucher = read.phase === 'ready' ? read.data : undefined;
  // Once it is over there is nothing left to guess.
  const isClosed = voucher !== undefined && isOver(voucher);
  return (
    <SavedGiveaway
      view={decideSaved({ isRead, row: isRead ? users.data : undefined }, refresh)}
      loading={<AllowedSkeleton />}
      refusedTitle={() => 'Nothing to manage'}
      onRetry={retry}
    >
      {(row) => (
        <Columns kind="main-side">
          <div className="stack g4">
            {!isClosed && <AddUsers ulid={ulid} />}
            <AllowedList row={row} isClosed={isClosed} />
          </div>
          <aside>{voucher && <VoucherSummary voucher={voucher} />}</aside>
        </Columns>
      )}
    </SavedGiveaway>
  );
}
