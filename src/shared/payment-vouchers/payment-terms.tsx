import type { ReactElement } from 'react';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';
import userRoundIcon from 'lucide/dist/esm/icons/user-round.mjs';

import { Icon } from '../../ui/icon.tsx';
import { TicketMeta } from '../../ui/ticket/ticket.tsx';
import type { ShownVoucher } from '../vouchers/shown-voucher.ts';
import { Until } from '../vouchers/ticket/until.tsx';
import { redeemedBy } from '../vouchers/voucher-status.ts';
import css from './payment-voucher-view.module.css';

/** Who made it, and what redeeming takes. @param isOwn whether its redeemer looks at it, who is told so below */
export function PaymentTerms({
  voucher,
  isOwn,
}: {
  readonly voucher: ShownVoucher;
  readonly isOwn?: boolean;
}): ReactElement {
  const { creator, restrict_recipient: isRestricted } = voucher;
  const redeemer = isOwn ? undefined : redeemedBy(voucher);
  return (
    <>
      <TicketMeta>
        <span>From @{creator}</span>
        <Until voucher={voucher} />
      </TicketMeta>
      {redeemer !== undefined && (
        <p className={css['term']}>
          <Icon of={userRoundIcon} size="sm" /> {redeemer}
        </p>
      )}
      {isRestricted && (
        <p className={css['term']}>
          <Icon of={userRoundIcon} size="sm" /> For one recipient, by their verified e-mail address
        </p>
      )}
      {voucher.enable_2fa && (
        <p className={css['term']}>
          <Icon of={lockIcon} size="sm" /> Its creator is sent a release code that you will need
        </p>
      )}
    </>
  );
}
