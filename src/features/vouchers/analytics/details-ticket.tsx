import type { ReactElement } from 'react';

import type { AnalyticsRow } from '../../../../local/rows.ts';
import { formatCount, formatMoney } from '../../../ui/text/format-money.ts';
import { shortReference } from '../../../ui/text/format-text.ts';
import { formatDate } from '../../../ui/text/format-time.ts';
import { useUser } from '../../../shared/accounts/user.ts';
import { voucherLink, CREATOR_WORDS, shareLink } from '../../../shared/vouchers/share-voucher.tsx';
import { ticketVariantOf } from '../../../shared/vouchers/voucher-reveal.ts';
import { statusLabel } from '../../../shared/vouchers/voucher-texts.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { ButtonLink, Button } from '../../../ui/action/button.tsx';
import { Money } from '../../../ui/text/money.tsx';
import {
  Ticket,
  TicketAmount,
  TicketBody,
  TicketDivider,
  TicketFooter,
  TicketTear,
} from '../../../ui/ticket/ticket.tsx';
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
        <dd className={css['id']}>{shortReference(ulid)}</dd>
      </div>
    </dl>
  );
}

export function DetailsTicket({ row }: DetailsTicketProps): ReactElement {
  const referralCode = useUser()?.referral_code;
  const { ulid, amount, currency } = row;
  const share = (): void => {
    const title = `Win ${formatMoney(amount, currency)} on Goodies`;
    void shareLink(voucherLink(location.origin, ulid, referralCode), title, CREATOR_WORDS);
  };
  return (
    <Ticket variant={ticketVariantOf(row)} label="Voucher Details">
      <TicketBody>
        <div className="split">
          <h2 className="lg">Voucher Details</h2>
          <Badge tone={statusLabel(row) === 'Active' ? 'ink' : 'ticket'}>{statusLabel(row)}</Badge>
        </div>
        <TicketAmount>
          <Money amount={amount} currency={currency} />
        </TicketAmount>
        <Facts row={row} />
      </TicketBody>
      <TicketDivider />
      <TicketFooter>
        <div className={css['actions']}>
          <ButtonLink variant="ink" size="sm" href={`/v/${ulid}`}>
            View Voucher
          </ButtonLink>
          <Button size="sm" className={css['share']} onClick={share}>
            Share Voucher
          </Button>
        </div>
      </TicketFooter>
      <TicketTear />
    </Ticket>
  );
}
