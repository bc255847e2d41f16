import { useCallback, useEffect, useReducer, useRef, type Dispatch } from 'react';

import {
  REDEEM_CLOSE_MS,
  REDEEM_REFETCH_MS,
  RELEASE_CODE_DIGITS,
} from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { RedeemBody } from '../../../../contract/payment-vouchers.ts';
import { voucherLink } from '../../../shared/vouchers/share-voucher.tsx';
import { onNetworkReturn } from '../../../platform/connectivity.ts';
import { isOfNetwork } from '../../../platform/form/use-command.ts';
import { vibrate } from '../../../platform/native/vibrate.ts';
import { noteDeed } from '../../../platform/pwa/deed.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { loginPathFor } from '../../../platform/routing/next-path.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { readSession } from '../../../platform/session/session.ts';
import { toast } from '../../../platform/toast-store.ts';
import { readRedeemInput } from './read-redeem-input.ts';
import { IDLE, redeemReducer, type RedeemEvent, type RedeemState } from './redeem.machine.ts';

const OTP = new RegExp(`^\\d{${RELEASE_CODE_DIGITS}}$`);

function followMoney(): void {
  setTimeout(() => {
    void callWorker((worker) => worker.refreshUser({ force: true }));
    void callWorker((worker) => worker.refreshWallets({ force: true }));
  }, REDEEM_REFETCH_MS);
}

export interface Redeeming {
  readonly state: RedeemState;
  readonly clear: () => void;
  /** A giveaway's link leads to its page; anything else is sent as a code. */
  readonly claim: (text: string) => Promise<void>;
  readonly release: (otp: string) => Promise<void>;
  readonly resend: () => Promise<void>;
}

function useSend(dispatch: Dispatch<RedeemEvent>) {
  const isBusy = useRef(false);
  const isCut = useRef(false);
  useEffect(
    () =>
      onNetworkReturn(() => {
        if (isCut.current && !isBusy.current) dispatch({ type: 'typed' });
        isCut.current = false;
      }),
    [dispatch],
  );
  return useCallback(
    async (body: RedeemBody, before: RedeemEvent, after: 'answered' | 'resent'): Promise<void> => {
      // A second Enter before the button has changed.
      if (isBusy.current) return;
      isBusy.current = true;
      dispatch(before);
      const result = await callWorker((worker) => worker.redeemVoucher(body));
      isBusy.current = false;
      isCut.current = !result.ok && isOfNetwork(result.error);
      dispatch({ type: after, result });
      if (result.ok) followMoney();
      if (result.ok) noteDeed();
      if (result.ok) vibrate('success');
      // A release code that is asked for is a step on the way.
      else if (result.error.code !== 'two_factor_required') vibrate('error');
    },
    [dispatch],
  );
}

export function useRedeem(onClose: () => void): Redeeming {
  const [state, dispatch] = useReducer(redeemReducer, IDLE);
  const send = useSend(dispatch);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const isDone = state.phase === 'success';
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => close.current(), REDEEM_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [isDone]);

  const claim = useCallback(
    async (text: string): Promise<void> => {
      const input = readRedeemInput(text);
      if (input.kind === 'empty') {
        return dispatch({ type: 'refused', message: errorMessage('redeem_empty') });
      }
      if (input.kind === 'malformed') {
        return dispatch({ type: 'refused', message: errorMessage('code_malformed') });
      }
      if (input.kind === 'giveaway') {
        close.current();
        return navigate(voucherLink('', input.id, input.referralCode));
      }
      const { code } = input;
      if ((await readSession()) !== 'signed-in') {
        toast(errorMessage('redeem_login_required'), { kind: 'error' });
        close.current();
        // Brings the code back into the sheet, as one that another app has shared.
        return navigate(loginPathFor(`/share?text=${code}`));
      }
      return send({ code }, { type: 'sent', code, isReleasing: false }, 'answered');
    },
    [send],
  );

  const release = async (otp: string): Promise<void> => {
    if (state.phase !== 'release') return;
    const { code } = state;
    if (OTP.test(otp)) {
      return send({ code, otp }, { type: 'sent', code, isReleasing: true }, 'answered');
    }
    dispatch({ type: 'refused', message: `Enter the ${RELEASE_CODE_DIGITS} digits` });
  };
  const resend = async (): Promise<void> => {
    if (state.phase === 'release')
      await send({ code: state.code }, { type: 'resending' }, 'resent');
  };
  return { state, clear: () => dispatch({ type: 'typed' }), claim, release, resend };
}
