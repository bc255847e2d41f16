import { useState } from 'react';

import { REDEEM_REFETCH_MS } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { RedeemBody } from '../../../../contract/payment-vouchers.ts';
import type { Failure, Result } from '../../../../contract/result.ts';
import type { Redeemed } from '../../../../workers/commands/redeem-voucher.ts';
import { vibrate } from '../../../platform/native.ts';
import { noteEngagement } from '../../../platform/pwa/install-prompt.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { loginPathFor } from '../../../platform/routing/next-path.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { readSession } from '../../../platform/session/session.ts';
import { toast } from '../../../platform/toast-store.ts';

/** Coins in the header and balances follow; also when the sheet is closed by then. */
function followMoney(): void {
  setTimeout(() => {
    void callWorker((worker) => worker.refreshUser({ force: true }));
    void callWorker((worker) => worker.refreshWallets({ force: true }));
  }, REDEEM_REFETCH_MS);
}

/** @param onLeave is called before another page is shown */
export function useRedeem(onLeave: () => void) {
  /** A redeem is on its way; a release code that is asked for may redeem as well. */
  const [isBusy, setIsBusy] = useState(false);
  const [redeemed, setRedeemed] = useState<Redeemed>();
  /** What names the voucher, while the release code that its creator was sent is to be typed. */
  const [releasing, setReleasing] = useState<RedeemBody>();
  const redeem = async (body: RedeemBody): Promise<Result<Redeemed>> => {
    setIsBusy(true);
    const result = await callWorker((worker) => worker.redeemVoucher(body));
    setIsBusy(false);
    if (result.ok) {
      setRedeemed(result.value);
      followMoney();
      noteEngagement();
      vibrate('success');
    }
    // A release code that is asked for is a step on the way.
    else if (result.error.code !== 'two_factor_required') vibrate('error');
    return result;
  };
  /** Redeems without a release code. @returns why it cannot be redeemed */
  const claim = async (named: RedeemBody): Promise<Failure | undefined> => {
    if ((await readSession()) !== 'signed-in') {
      toast(errorMessage('redeem_login_required'), { kind: 'error' });
      onLeave();
      // Brings the code back into the sheet, as one that another app has shared.
      const { code, voucher_id: ulid } = named;
      navigate(loginPathFor(ulid === undefined ? `/share?text=${code}` : `/v/${ulid}`));
      return undefined;
    }
    const result = await redeem(named);
    if (result.ok) return undefined;
    if (result.error.code !== 'two_factor_required') return result.error;
    setReleasing(named);
    return undefined;
  };
  return { isBusy, redeemed, releasing, setReleasing, redeem, claim };
}

export type Redeeming = ReturnType<typeof useRedeem>;
