import { type ReactElement, useCallback, useEffect, useRef } from 'react';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';
import sendIcon from 'lucide/dist/esm/icons/send.mjs';

import { readEmail } from '../../../../contract/accounts/email-address.ts';
import { CODE_LENGTH, WALLET_PAID_REDIRECT_MS } from '../../../../contract/constants.ts';
import { amountOf } from '../../../../contract/money.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { CodeLine } from '../../../ui/code/code.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ExactMoney } from '../../../ui/text/money.tsx';
import {
  Ticket,
  TicketAmount,
  TicketBody,
  TicketMeta,
  TicketDivider,
  TicketFooter,
} from '../../../ui/ticket/ticket.tsx';
import { navigate } from '../../../platform/routing/router.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Narrow } from '../../../ui/layout/layout.tsx';
import { expiryText } from '../create/expiry-fields.tsx';
import { newVoucherPath } from '../create/pay-voucher.ts';
import { fetchNewVoucher } from '../create/use-create-and-pay.ts';
import type { PaymentVoucherForm } from './payment-voucher-form.ts';
import { cx } from '../../../ui/cx.ts';
import css from './payment-voucher.module.css';

/** The code is drawn when the voucher is made: until then there is none to show. */
const NO_CODE = '*'.repeat(CODE_LENGTH);

export function VoucherPreview({ form }: { readonly form: PaymentVoucherForm }): ReactElement {
  const recipient = form.isRestricted && (readEmail(form.recipient) ?? form.recipient.trim());
  const expiry = expiryText(form);
  return (
    <div role="group" aria-label="Preview">
      <Ticket variant="pay" label="Preview of the voucher">
        <TicketBody>
          <div className="split">
            <Badge tone="ticket" icon={sendIcon}>
              Payment
            </Badge>
            {form.isPrivate && (
              <Badge tone="ticket" icon={lockIcon}>
                Private
              </Badge>
            )}
          </div>
          <TicketAmount>
            <ExactMoney amount={amountOf(form.amount) || 0} currency={form.currency} />
          </TicketAmount>
          <CodeLine maskedCode={NO_CODE} />
        </TicketBody>
        <TicketDivider />
        <TicketFooter>
          <TicketMeta className="xs">
            <span className={cx('anywhere', css['for'])}>
              For <strong>{recipient || 'anyone'}</strong>
            </span>
            {expiry && <span>{expiry}</span>}
          </TicketMeta>
        </TicketFooter>
      </Ticket>
    </div>
  );
}

export interface PaidVoucherProps {
  readonly form: PaymentVoucherForm;
  readonly ulid: string;
}

export function PaidVoucher({ form, ulid }: PaidVoucherProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const handOver = useCallback(() => navigate(newVoucherPath(ulid), { replace: true }), [ulid]);
  useEffect(() => {
    scrollTo(0, 0);
    // The button that had the focus is gone.
    heading.current?.focus({ preventScroll: true });
    void fetchNewVoucher();
    const timer = setTimeout(handOver, WALLET_PAID_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [handOver]);
  return (
    <Narrow className="stack g4">
      <h2 ref={heading} tabIndex={-1}>
        Your voucher is ready
      </h2>
      <VoucherPreview form={form} />
      <Button variant="primary" size="lg" block onClick={handOver}>
        <Icon of={sendIcon} size="sm" /> Send it now
      </Button>
    </Narrow>
  );
}
