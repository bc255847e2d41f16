import { useEffect, useState, type ReactElement } from 'react';

import { PAYMENT_MESSAGES } from '../../../../contract/payments/payment-messages.ts';
import { codeGiven } from '../../../shared/payment-vouchers/open-redeem.ts';
import { useKeepOpen } from '../../../ui/overlay/use-modal.ts';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { CodeStep } from './code-step.tsx';
import { ReleaseStep } from './release-step.tsx';
import { Success } from './success.tsx';
import css from './success.module.css';
import { isUnderWay } from './redeem.machine.ts';
import { useRedeem } from './use-redeem.ts';

export interface RedeemSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Where a voucher's code, link or id is typed or pasted in, and paid out. */
export function RedeemSheet({ open, onClose }: RedeemSheetProps): ReactElement {
  return (
    <Sheet open={open} onClose={onClose} title={PAYMENT_MESSAGES.redeemTitle}>
      <Redeem onClose={onClose} />
    </Sheet>
  );
}

/** Begins anew with each opening, for the sheet mounts it only while it is open. */
function Redeem({ onClose }: Pick<RedeemSheetProps, 'onClose'>): ReactElement {
  const redeeming = useRedeem(onClose);
  const { state, claim } = redeeming;
  useKeepOpen(isUnderWay(state));
  const [{ code: given, isToClaim }] = useState(codeGiven);
  useEffect(() => {
    if (isToClaim) void claim(given);
  }, [claim, given, isToClaim]);
  const isReleasing = state.phase === 'processing' && state.isReleasing;
  return (
    <div className={css['step']}>
      {state.phase === 'success' && <Success redeemed={state.redeemed} />}
      {(state.phase === 'release' || isReleasing) && <ReleaseStep redeeming={redeeming} />}
      {state.phase !== 'success' && state.phase !== 'release' && !isReleasing && (
        <CodeStep initial={given} redeeming={redeeming} />
      )}
    </div>
  );
}
