import { type ReactElement, Suspense, useId, useRef, useState } from 'react';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';
import { useParams } from 'wouter';
import trashIcon from 'lucide/dist/esm/icons/trash.mjs';

import type { VoucherRow, AllowedUsersRow } from '../../../../local/rows.ts';
import { readAllowedUsers } from '../../../../local/queries/created-vouchers.ts';
import { readVoucher } from '../../../../local/queries/vouchers.ts';
import { Columns, SubPage, Card, SectionHead } from '../../../ui/layout/layout.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { ticketVariantOf, isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { statusLabel } from '../../../shared/vouchers/voucher-texts.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { CodeLine } from '../../../ui/code/code.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { Ticket, TicketAmount, TicketBody, TicketTear } from '../../../ui/ticket/ticket.tsx';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { SavedGiveaway } from '../saved-giveaway.tsx';
import { AddUsers } from './add-users.tsx';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import type { AllowedUser } from '../../../../contract/analytics.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { toastFailure, useCommand } from '../../../platform/form/use-command.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { dayLabel } from '../../../ui/text/format-time.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Button, IconButton } from '../../../ui/action/button.tsx';
import { Row, Rows } from '../../../ui/display/rows.tsx';
import { notify } from '../../../platform/toast-store.ts';

const AllowedSkeleton = (): ReactElement => (
  <Loading what="Loading users">
    <Columns kind="main-side">
      <div className="stack g4">
        <Skeleton height="4.5rem" />
        <Skeleton height="18rem" />
      </div>
      <Skeleton height="8rem" />
    </Columns>
  </Loading>
);

/** More would be slow on a cheap phone; the rest comes when asked for. */
const ROWS_AT_ONCE = 100;

export interface AllowedListProps {
  readonly row: AllowedUsersRow;
  readonly isClosed: boolean;
}

function addedAt({ added_at: at }: AllowedUser, now: Date): string {
  const label = dayLabel(new Date(at), now);
  return `Added ${/^[A-Z]/.test(label) ? label.toLowerCase() : label}`;
}

const nameOf = ({ username }: AllowedUser): string =>
  username.includes('@') ? username : `@${username}`;

async function allowAgain(ulid: string, { username }: AllowedUser): Promise<void> {
  const result = await callWorker((worker) => worker.allowUsers(ulid, [username]));
  if (!result.ok) toastFailure(result.error);
}

interface RemoveButtonProps {
  readonly ulid: string;
  readonly user: AllowedUser;
  readonly isOffline: boolean;
  readonly onRemoved: () => void;
}

function RemoveButton({ ulid, user, isOffline, onRemoved }: RemoveButtonProps): ReactElement {
  const { isBusy, run } = useCommand(
    () => callWorker((worker) => worker.disallowUsers(ulid, [user.id])),
    () => {
      notify(`${nameOf(user)} can no longer guess`, {
        action: { label: 'Undo', onSelect: () => void allowAgain(ulid, user) },
      });
      onRemoved();
    },
    toastFailure,
  );
  return (
    <IconButton
      label={`Remove ${nameOf(user)}`}
      className="bad"
      aria-busy={isBusy}
      disabled={isOffline}
      onClick={run}
    >
      <Icon of={trashIcon} size="md" />
    </IconButton>
  );
}

export function AllowedList({ row, isClosed }: AllowedListProps): ReactElement {
  const { ulid, users } = row;
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const now = useNow(MINUTE_MS);
  const isOffline = useConnectivity() === 'offline';
  return (
    <Card className="stack g1" aria-labelledby={titleId}>
      <SectionHead>
        <h2 id={titleId} ref={title} tabIndex={-1} className="no-ring">
          Allowed to guess
        </h2>
        <Badge tone="info">{plural(users.length, 'user', 'users')}</Badge>
      </SectionHead>
      {users.length === 0 ? (
        <p className="sm muted">Nobody yet. Only people on this list can guess.</p>
      ) : (
        <Rows>
          {users.slice(0, shown).map((user) => (
            <li key={user.id}>
              <Row
                start={<Avatar username={user.username} src={user.avatar} />}
                title={nameOf(user)}
                note={addedAt(user, now)}
                extra={
                  !isClosed && (
                    <RemoveButton
                      ulid={ulid}
                      user={user}
                      isOffline={isOffline}
                      // The button that had the focus goes with its row.
                      onRemoved={() => title.current?.focus()}
                    />
                  )
                }
              />
            </li>
          ))}
        </Rows>
      )}
      {users.length > shown && (
        <Button block onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          Show more
        </Button>
      )}
    </Card>
  );
}

function VoucherSummary({ voucher }: { readonly voucher: VoucherRow }): ReactElement {
  const { amount, currency, masked_code: maskedCode, code } = voucher;
  return (
    <Ticket variant={ticketVariantOf(voucher)} label={`${formatMoney(amount, currency)} giveaway`}>
      <TicketBody>
        <div className="split">
          <Badge tone="ticket" icon={lockIcon}>
            Private
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
  const { data: voucher } = useLive(readVoucher, [ulid]);
  const refresh = useRefresh(
    async (worker) => {
      const [list] = await Promise.all([
        worker.refreshAllowedUsers(ulid),
        worker.refreshVoucher(ulid),
      ]);
      return list;
    },
    [ulid],
  );
  // Once it is over there is nothing left to guess.
  const isClosed = voucher !== undefined && isOver(voucher);
  return (
    <SavedGiveaway
      read={users}
      refresh={refresh}
      loading={<AllowedSkeleton />}
      refusedTitle={() => 'Nothing to manage'}
    >
      {(row) => (
        <Columns kind="main-side">
          <div className="stack g4">
            {!isClosed && <AddUsers ulid={ulid} />}
            <AllowedList row={row} isClosed={isClosed} />
          </div>
          <div>{voucher && <VoucherSummary voucher={voucher} />}</div>
        </Columns>
      )}
    </SavedGiveaway>
  );
}
