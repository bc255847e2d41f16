import type { ReactElement } from 'react';

import { readUser } from '../../../local/queries/read-user.ts';
import type { AnalyticsRow } from '../../../local/rows.ts';
import { formatCount, formatMoney } from '../../lib/format-money.ts';
import { formatDate } from '../../lib/format-time.ts';
import { useLive } from '../../lib/use-live.ts';
import { voucherLink } from '../../lib/voucher-link.ts';
import { stockOf } from '../../lib/voucher-reveal.ts';
import { statusLabel } from '../../lib/voucher-status.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { CREATOR_WORDS, shareLink } from '../../ui/share-link.ts';
import {
  Ticket,
  TicketAmount,
  TicketBody,
  TicketSeam,
  TicketStub,
  TicketTear,
} from '../../ui/ticket.tsx';
import css from './analytics.module.css';

interface DetailsTicketProps {
  readonly row: AnalyticsRow;
}

function Facts({ row }: DetailsTicketProps): ReactElement {
  const { created_at: createdAt, ulid, analytics } = row;
  return (
    <dl className={css['facts']}>
      <div>
        <dt>Created</dt>
        <dd>{formatDate(new Date(createdAt))}</dd>
      </div>
      <div>
        <dt>Views</dt>
        <dd>{formatCount(analytics.total_views)}</dd>
      </div>
      <div>
        <dt>Link clicks</dt>
        <dd>{formatCount(analytics.link_clicks)}</dd>
      </div>
      <div>
        <dt>Voucher id</dt>
        <dd className={css['id']}>{ulid}</dd>
      </div>
    </dl>
  );
}

/** The voucher that the figures are about. */
export function DetailsTicket({ row }: DetailsTicketProps): ReactElement {
  const read = useLive(readUser, []);
  const referralCode = read.phase === 'ready' ? read.data?.user.referral_code : undefined;
  const { ulid, amount, currency } = row;
  const share = (): void => {
    const title = `Win ${formatMoney(amount, currency)} on Goodies`;
    void shareLink(voucherLink(location.origin, ulid, referralCode), title, CREATOR_WORDS);
  };
  return (
    <Ticket stock={stockOf(row)} label="Voucher Details">
      <TicketBody className={css['top']}>
        <div className="split">
          <h2 className={css['title']}>Voucher Details</h2>
          <Badge tone={statusLabel(row) === 'Active' ? 'ink' : 'stock'}>{statusLabel(row)}</Badge>
        </div>
        <TicketAmount>
          <Money amount={amount} currency={currency} />
        </TicketAmount>
        <Facts row={row} />
      </TicketBody>
      <TicketSeam />
      <TicketStub>
        <div className={css['actions']}>
          <ButtonLink variant="ink" size="sm" href={`/v/${ulid}`}>
            View Voucher
          </ButtonLink>
          <Button size="sm" className={css['share']} onClick={share}>
            Share Voucher
          </Button>
        </div>
      </TicketStub>
      <TicketTear />
    </Ticket>
  );
}
