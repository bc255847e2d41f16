import { useEffect, useState, type ReactElement } from 'react';

import { MESSAGES } from '../../../contract/messages.ts';
import { codeToClaim } from '../../domain/payment-vouchers/open-redeem.ts';
import { Sheet } from '../../ui/overlay/sheet.tsx';
import { CodeStep } from './code-step.tsx';
import { ReleaseStep } from './release-step.tsx';
import { Success } from './success.tsx';
import { useRedeem } from './use-redeem.ts';

export interface RedeemSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Where a voucher's code, link or id is typed or pasted in, and paid out. */
export function RedeemSheet({ open, onClose }: RedeemSheetProps): ReactElement {
  return (
    <Sheet open={open} onClose={onClose} title={MESSAGES.redeemTitle}>
      <Redeem onClose={onClose} />
    </Sheet>
  );
}

/** Begins anew with each opening, for the sheet mounts it only while it is open. */
function Redeem({ onClose }: Pick<RedeemSheetProps, 'onClose'>): ReactElement {
  const redeeming = useRedeem(onClose);
  const { state, claim } = redeeming;
  const [given] = useState(codeToClaim);
  useEffect(() => {
    if (given !== '') void claim(given);
  }, [claim, given]);
  if (state.phase === 'success') return <Success redeemed={state.redeemed} />;
  const isReleasing = state.phase === 'processing' && state.isReleasing;
  if (state.phase === 'release' || isReleasing) return <ReleaseStep redeeming={redeeming} />;
  return <CodeStep initial={given} redeeming={redeeming} />;
}
