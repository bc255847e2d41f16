import type { ReactElement } from 'react';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';

import type { VoucherRow } from '../../../../local/rows.ts';
import { Icon } from '../../../ui/icon.tsx';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { stockOf } from '../../../shared/vouchers/voucher-reveal.ts';
import { statusLabel } from '../../../shared/vouchers/voucher-status.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { CodeLine } from '../../../ui/code/code.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { Ticket, TicketAmount, TicketBody, TicketTear } from '../../../ui/ticket/ticket.tsx';
import css from './allowed-users.module.css';

/** The giveaway that the list is for. */
export function VoucherSummary({ voucher }: { readonly voucher: VoucherRow }): ReactElement {
  const { amount, currency, masked_code: maskedCode, code } = voucher;
  return (
    <Ticket stock={stockOf(voucher)} label={`${formatMoney(amount, currency)} giveaway`}>
      <TicketBody className={css['summary']}>
        <div className="split">
          <Badge tone="stock">
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
