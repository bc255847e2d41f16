import type { ReactElement } from 'react';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';
import userRoundIcon from 'lucide/dist/esm/icons/user-round.mjs';

import { CLOCK_TICK_MS } from '../../../contract/constants.ts';
import { voucherMessage } from '../../../contract/errors/voucher-errors.ts';
import { isCode } from '../../../contract/vouchers/voucher-code.ts';
import { VOUCHER_MESSAGES } from '../../../contract/vouchers/voucher-messages.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { useIsClient } from '../../platform/document.ts';
import { Icon } from '../../ui/icon.tsx';
import { TicketMeta } from '../../ui/ticket/ticket.tsx';
import type { ShownVoucher } from '../vouchers/shown-voucher.ts';
import { Until } from '../vouchers/until.tsx';
import { redeemedBy } from '../vouchers/voucher-texts.ts';
import { cx } from '../../ui/cx.ts';
import css from './payment-voucher-view.module.css';

export const codeOf = (voucher: Pick<ShownVoucher, 'code'>, name: string): string | undefined =>
  isCode(name) ? name : (voucher.code ?? undefined);

export function paymentOver(
  {
    status,
    is_used: isUsed,
    expires_at: expiresAt,
  }: Pick<ShownVoucher, 'status' | 'is_used' | 'expires_at'>,
  nowMs: number | undefined,
): string | undefined {
  if (isUsed) return VOUCHER_MESSAGES.voucherUsed;
  const isPast = expiresAt !== null && nowMs !== undefined && Date.parse(expiresAt) <= nowMs;
  if (status === 'expired' || isPast) return voucherMessage('voucher_expired');
  return status === 'active' ? undefined : voucherMessage('voucher_not_active');
}

/** Why the money cannot be claimed any more; the document, which knows no time, does not say that it ran out. */
export function usePaymentOver(
  voucher: Pick<ShownVoucher, 'status' | 'is_used' | 'expires_at'>,
): string | undefined {
  const isClient = useIsClient();
  const now = useNow(10 * CLOCK_TICK_MS);
  return paymentOver(voucher, isClient ? now.getTime() : undefined);
}

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
        <p className={cx('sm anywhere line', css['term'])}>
          <Icon of={userRoundIcon} size="sm" /> {redeemer}
        </p>
      )}
      {isRestricted && (
        <p className={cx('sm anywhere line', css['term'])}>
          <Icon of={userRoundIcon} size="sm" />{' '}
          {voucher.is_for_me ? 'Only you can claim it' : 'For one recipient alone'}
        </p>
      )}
      {voucher.enable_2fa && (
        <p className={cx('sm anywhere line', css['term'])}>
          <Icon of={lockIcon} size="sm" /> @{creator} gets a 6-digit code. Ask them for it
        </p>
      )}
    </>
  );
}
