import { useState, type ReactElement, useEffect } from 'react';

import { readWallets } from '../../../../local/queries/money.ts';
import type { Redeemed } from '../../../../workers/commands/redeem-voucher.ts';
import { PAYMENT_MESSAGES } from '../../../../contract/payments/payment-messages.ts';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { Mascot } from '../../../ui/display/mascot.tsx';
import { codeGiven } from '../../../shared/payment-vouchers/open-redeem.ts';
import { useKeepOpen } from '../../../ui/overlay/use-modal.ts';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import css from './redeem-sheet.module.css';
import { CodeStep } from './code-step.tsx';
import { ReleaseStep } from './release-step.tsx';
import { isUnderWay } from './redeem.machine.ts';
import { useRedeem } from './use-redeem.ts';

export function Success({ redeemed }: { readonly redeemed: Redeemed }): ReactElement {
  const { message, currency } = redeemed;
  const [since] = useState(serverNow);
  const read = useLive(readWallets, []);
  const wallet =
    read.phase === 'ready' ? read.data.find((row) => row.currency === currency) : undefined;
  const isFresh = wallet !== undefined && wallet.fetchedAt >= since;
  return (
    <div className={css['success']}>
      <Mascot variant="sticker-win" />
      <p className={css['message']} role="status">
        {message}
      </p>
      <p className="sm muted">
        {isFresh
          ? `Your balance is now ${formatMoney(wallet.amount, currency)}`
          : 'The money is in your wallet'}
      </p>
    </div>
  );
}

export interface RedeemSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function RedeemSheet({ open, onClose }: RedeemSheetProps): ReactElement {
  return (
    <Sheet open={open} onClose={onClose} title={PAYMENT_MESSAGES.redeemTitle}>
      <Redeem onClose={onClose} />
    </Sheet>
  );
}

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
