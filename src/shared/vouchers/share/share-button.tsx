import type { ReactElement, ReactNode } from 'react';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';

import { Icon } from '../../../ui/icon.tsx';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { useUser } from '../../accounts/use-user.ts';
import { voucherLink } from './voucher-link.ts';
import { type ButtonLook, Button } from '../../../ui/action/button.tsx';
import { shareLink, VISITOR_WORDS } from './share-link.ts';
import type { ShownVoucher } from '../shown-voucher.ts';

export interface ShareButtonProps extends ButtonLook {
  readonly voucher: ShownVoucher;
  readonly children: ReactNode;
  readonly onShare?: (() => void) | undefined;
}

/** Shares a voucher's link with the referral code of the user. */
export function ShareButton(props: ShareButtonProps): ReactElement {
  const { voucher, children, onShare, ...look } = props;
  const user = useUser();
  const share = (): void => {
    onShare?.();
    const prize = formatMoney(voucher.amount, voucher.currency);
    const link = voucherLink(location.origin, voucher.ulid, user?.referral_code);
    void shareLink(link, `Win ${prize} on Goodies`, VISITOR_WORDS);
  };
  return (
    <Button {...look} onClick={share}>
      <Icon of={share2Icon} size="sm" /> {children}
    </Button>
  );
}
