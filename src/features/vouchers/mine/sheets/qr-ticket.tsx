import type { ReactElement } from 'react';

import { ticketVariantOf } from '../../../../shared/vouchers/voucher-reveal.ts';
import type { CreatedVoucherRow } from '../../../../../local/rows.ts';
import { ExactMoney } from '../../../../ui/text/money.tsx';
import { formatExact } from '../../../../ui/text/format-money.ts';
import {
  Ticket,
  TicketBody,
  TicketDivider,
  TicketSerial,
  TicketFooter,
  TicketTear,
} from '../../../../ui/ticket/ticket.tsx';
import { QrCode, type LoadedQr } from '../../../../shared/qr/qr-code.tsx';
import css from './qr-ticket.module.css';

export interface QrTicketProps {
  readonly voucher: CreatedVoucherRow;
  readonly loaded: LoadedQr | undefined;
}

export function QrTicket({ voucher, loaded }: QrTicketProps): ReactElement {
  const { amount, currency, ulid, purpose } = voucher;
  return (
    <Ticket
      variant={purpose === 'payment' ? 'pay' : ticketVariantOf(voucher)}
      label={`QR code of a ${formatExact(amount, currency)} voucher`}
    >
      <TicketBody>
        <QrCode loaded={loaded} />
      </TicketBody>
      <TicketDivider />
      <TicketFooter>
        <div className={css['foot']}>
          <span className={css['amount']}>
            <ExactMoney amount={amount} currency={currency} />
          </span>
          <span className="xs">
            <TicketSerial ulid={ulid} />
          </span>
        </div>
      </TicketFooter>
      <TicketTear />
    </Ticket>
  );
}
