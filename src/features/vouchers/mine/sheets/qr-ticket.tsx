import type { ReactElement, ReactNode } from 'react';
import copyIcon from 'lucide/dist/esm/icons/copy.mjs';
import printerIcon from 'lucide/dist/esm/icons/printer.mjs';

import { ticketVariantOf } from '../../../../shared/vouchers/voucher-reveal.ts';
import type { CreatedVoucherRow } from '../../../../../local/rows.ts';
import { CREATOR_WORDS } from '../../../../shared/vouchers/share-voucher.tsx';
import { copyText } from '../../../../platform/copy-text.ts';
import { Button } from '../../../../ui/action/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Grid } from '../../../../ui/layout/layout.tsx';
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
import { QrCode, QrFiles, type LoadedQr } from '../../../../shared/qr/qr-code.tsx';
import css from './qr-sheets.module.css';

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
          <span className="display xl">
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

interface QrButtonsProps extends QrTicketProps {
  readonly link: string;
  readonly printLabel: string;
  readonly children?: ReactNode;
}

export function QrButtons(props: QrButtonsProps): ReactElement {
  const { voucher, loaded, link, printLabel, children } = props;
  return (
    <Grid columns={2}>
      <Button onClick={() => void copyText(link, CREATOR_WORDS)}>
        <Icon of={copyIcon} size="sm" /> Copy link
      </Button>
      <Button disabled={!loaded} onClick={() => print()}>
        <Icon of={printerIcon} size="sm" /> {printLabel}
      </Button>
      <QrFiles loaded={loaded} ulid={voucher.ulid} />
      {children}
    </Grid>
  );
}
