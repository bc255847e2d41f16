import type { ReactElement, ReactNode } from 'react';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';
import copyIcon from 'lucide/dist/esm/icons/copy.mjs';
import printerIcon from 'lucide/dist/esm/icons/printer.mjs';

import { CREATOR_WORDS, shareLink } from '../../../../shared/vouchers/share-voucher.tsx';
import { usePaymentOver } from '../../../../shared/payment-vouchers/payment-terms.tsx';
import { Button } from '../../../../ui/action/button.tsx';
import { Wordmark } from '../../../../ui/display/logo.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { ErrorState } from '../../../../ui/feedback/states.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { formatDateTime } from '../../../../ui/text/format-time.ts';
import { groupedCode, handOverLink } from '../../code-and-link.ts';
import type { VoucherSheetProps } from './card-sheet.ts';
import { useQr, type LoadedQr, QrCode, SaveQr } from '../../../../shared/qr/qr-code.tsx';
import { cx } from '../../../../ui/cx.ts';
import css from './qr-sheets.module.css';
import { ticketVariantOf } from '../../../../shared/vouchers/voucher-reveal.ts';
import type { CreatedVoucherRow } from '../../../../../local/rows.ts';
import { copyText } from '../../../../platform/copy-text.ts';
import { Grid } from '../../../../ui/layout/layout.tsx';
import { ExactMoney } from '../../../../ui/text/money.tsx';
import {
  Ticket,
  TicketBody,
  TicketDivider,
  TicketSerial,
  TicketFooter,
} from '../../../../ui/ticket/ticket.tsx';

export interface QrProps {
  readonly voucher: CreatedVoucherRow;
  readonly loaded: LoadedQr | undefined;
  readonly link: string;
}

export function QrTicket({ voucher, loaded }: Omit<QrProps, 'link'>): ReactElement {
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
        <div className={cx(css['foot'], 'cluster apart')}>
          <span className="display xl">
            <ExactMoney amount={amount} currency={currency} />
          </span>
          <span className="xs">
            <TicketSerial ulid={ulid} />
          </span>
        </div>
      </TicketFooter>
    </Ticket>
  );
}

interface QrButtonsProps extends QrProps {
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
      <SaveQr loaded={loaded} ulid={voucher.ulid} />
      {children}
    </Grid>
  );
}

function Slip({ voucher, loaded, link }: QrProps): ReactElement {
  const { code } = voucher;
  const expiresAt = voucher.expires_at === null ? undefined : new Date(voucher.expires_at);
  return (
    <div className={cx(css['slip'], css['paper'])}>
      <div className={cx('column anywhere', css['printed'])}>
        <Wordmark />
      </div>
      <QrTicket voucher={voucher} loaded={loaded} />
      <div className={cx('column anywhere', css['printed'])}>
        {code && <p className="display xl">{groupedCode(code)}</p>}
        <p>Scan the code, or open {link}</p>
        {expiresAt && <p>{`Valid until ${formatDateTime(expiresAt)}`}</p>}
      </div>
    </div>
  );
}

function warningOf({ recipient_email: recipient, enable_2fa }: CreatedVoucherRow): string {
  const who =
    recipient === null
      ? 'Whoever has this code can redeem the voucher'
      : `Only ${recipient} can redeem this voucher`;
  return `${who}${enable_2fa ? ', with a release code that is sent to you' : ''}.`;
}

export function QrVoucher({ voucher }: VoucherSheetProps): ReactElement {
  const link = handOverLink(location.origin, voucher);
  const { loaded, hasFailed } = useQr(link);
  const over = usePaymentOver(voucher);
  const title = `${formatExact(voucher.amount, voucher.currency)} on Goodies`;
  if (over !== undefined) return <Alert tone="info">{over}</Alert>;
  if (hasFailed) return <ErrorState message="The QR code could not be drawn on this device." />;
  return (
    <>
      <Slip voucher={voucher} loaded={loaded} link={link} />
      <p className="xs muted center anywhere">{warningOf(voucher)}</p>
      <Button
        variant="primary"
        size="lg"
        block
        onClick={() => void shareLink(link, title, CREATOR_WORDS)}
      >
        <Icon of={share2Icon} size="sm" /> Share
      </Button>
      <QrButtons voucher={voucher} loaded={loaded} link={link} printLabel="Print" />
    </>
  );
}
