import { useId, type ReactElement } from 'react';
import sendIcon from 'lucide/dist/esm/icons/send.mjs';

import { DEVICE_ERRORS } from '../../../../contract/errors/device-errors.ts';
import { voucherMessage } from '../../../../contract/errors/voucher-errors.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { formatExact } from '../../../ui/text/format-money.ts';
import { loginPathFor } from '../../../platform/routing/next-path.ts';
import { claimCode, openRedeem } from '../../../shared/payment-vouchers/open-redeem.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { readSession } from '../../../platform/session/session.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Button, ButtonLink } from '../../../ui/action/button.tsx';
import { CodeLine } from '../../../ui/code/code.tsx';
import { ExactMoney } from '../../../ui/text/money.tsx';
import { Narrow, Page } from '../../../ui/layout/layout.tsx';
import {
  Ticket,
  TicketAmount,
  TicketBody,
  TicketDivider,
  TicketSerial,
  TicketFooter,
} from '../../../ui/ticket/ticket.tsx';
import { toast } from '../../../platform/toast-store.ts';
import {
  codeOf,
  PaymentTerms,
  usePaymentOver,
} from '../../../shared/payment-vouchers/payment-terms.tsx';
import { cx } from '../../../ui/cx.ts';
import css from '../../../shared/payment-vouchers/payment-voucher-view.module.css';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { useOwnPrize } from './giveaway.tsx';

interface PaymentVoucherViewProps {
  readonly voucher: ShownVoucher;
  /** What the address calls it: its code, its ulid or its number. */
  readonly name: string;
}

async function claim(code: string | undefined): Promise<void> {
  if ((await readSession()) !== 'signed-in') {
    toast(voucherMessage('redeem_login_required'), { kind: 'error' });
    return navigate(loginPathFor(location.pathname + location.search));
  }
  return code === undefined ? openRedeem() : claimCode(code);
}

function Redeemed({ currency, own_receipt: receipt, amount }: ShownVoucher): ReactElement {
  return (
    <>
      <p className={cx('figure lg center', css['over'])} role="status">
        You redeemed this. {formatExact(amount, currency)} is in your wallet
      </p>
      <div className={css['ways']}>
        <ButtonLink href="/wallet" variant="ink">
          Open wallet
        </ButtonLink>
        {receipt !== undefined && (
          <ButtonLink href={`/transactions/${receipt}`} variant="line">
            Receipt
          </ButtonLink>
        )}
      </div>
    </>
  );
}

export function PaymentVoucherView({ voucher, name }: PaymentVoucherViewProps): ReactElement {
  const reasonId = useId();
  const isOffline = useConnectivity() === 'offline';
  const over = usePaymentOver(voucher);
  const amount = formatExact(voucher.amount, voucher.currency);
  const code = codeOf(voucher, name);
  const own = useOwnPrize(voucher);
  const end = own === undefined ? over : 'You redeemed this';
  const reason = isOffline && over === undefined ? DEVICE_ERRORS.offline.message : undefined;
  return (
    <Page>
      <h1 className="vh">{`${amount} payment voucher${end === undefined ? '' : `: ${end}`}`}</h1>
      <Narrow>
        <Ticket variant={over === undefined ? 'pay' : 'used'} label={`${amount} payment voucher`}>
          <TicketBody>
            <div className="split">
              <Badge tone="ticket" icon={sendIcon}>
                Payment
              </Badge>
              <span className="xs">
                <TicketSerial ulid={voucher.ulid} />
              </span>
            </div>
            <TicketAmount>
              <ExactMoney amount={voucher.amount} currency={voucher.currency} />
            </TicketAmount>
            <CodeLine maskedCode={voucher.masked_code} />
            <PaymentTerms voucher={voucher} isOwn={own !== undefined} />
          </TicketBody>
          <TicketDivider />
          <TicketFooter>
            {own !== undefined && <Redeemed {...voucher} amount={own.amount} />}
            {over === undefined && (
              <Button
                variant="claim"
                block
                disabled={isOffline}
                aria-describedby={reason === undefined ? undefined : reasonId}
                onClick={() => void claim(code)}
              >
                {code === undefined ? 'Enter its code' : `Claim ${amount}`}
              </Button>
            )}
            {own === undefined && over !== undefined && (
              <p className={cx('figure lg center', css['over'])} role="status">
                {over}
              </p>
            )}
            <p className="xs" id={reasonId}>
              {reason ?? (over === undefined && 'The money is paid into your wallet at once.')}
            </p>
          </TicketFooter>
        </Ticket>
      </Narrow>
    </Page>
  );
}
