import { useEffect, useState, type ReactElement } from 'react';

import { PAYMENT_MESSAGES } from '../../../contract/payments/payment-messages.ts';
import { codeGiven } from '../../domain/payment-vouchers/open-redeem.ts';
import { Sheet } from '../../ui/overlay/sheet.tsx';
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
  const [isBusy, setIsBusy] = useState(false);
  return (
    // While a voucher is redeemed the sheet stays: its answer has to be seen.
    <Sheet open={open} onClose={() => !isBusy && onClose()} title={PAYMENT_MESSAGES.redeemTitle}>
      <Redeem onBusy={setIsBusy} onClose={onClose} />
    </Sheet>
  );
}

/** Begins anew with each opening, for the sheet mounts it only while it is open. */
function Redeem({
  onBusy,
  onClose,
}: Pick<RedeemSheetProps, 'onClose'> & {
  readonly onBusy: (isBusy: boolean) => void;
}): ReactElement {
  const redeeming = useRedeem(onClose);
  const { state, claim } = redeeming;
  const isBusy = isUnderWay(state);
  useEffect(() => {
    onBusy(isBusy);
    return () => onBusy(false);
  }, [isBusy, onBusy]);
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
