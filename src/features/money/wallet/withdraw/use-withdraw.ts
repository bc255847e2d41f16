import { useReducer, useRef } from 'react';

import type { DeliveryStatus } from '../../../../../contract/delivery/delivery-status.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import type { Failure } from '../../../../../contract/result.ts';
import { useOnceTrue } from '../../../../platform/live/use-once-true.ts';
import type { WithdrawBody } from '../../../../../contract/withdrawals.ts';
import { withPin } from '../../../../shared/accounts/pin/with-pin.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import type { MoneySaid } from '../../../../shared/wallet/money-end.tsx';
import { useTellIfLeft } from '../../../../shared/wallet/use-tell-if-left.ts';
import { RECENT } from '../../../../shared/transactions/recent-query.ts';
import type { WithdrawOrder } from './withdraw-form.ts';
import {
  INITIAL,
  nextWithdraw,
  type WithdrawEvent,
  type WithdrawState,
} from './withdraw.machine.ts';

/** What is said of a withdrawal that the server has answered. */
export const OUTCOMES: Readonly<Record<DeliveryStatus, MoneySaid>> = {
  completed: { title: 'Paid out', tone: 'ok', text: 'Your withdrawal was paid out.' },
  processing: {
    title: 'On its way',
    tone: 'info',
    text: 'The bank or network is working on it. Your transactions show when it is done.',
  },
  pending: {
    title: 'On its way',
    tone: 'warn',
    text: 'It is not known yet whether it was paid out. The money is held until it is, and comes back if it was not.',
  },
  failed: {
    title: 'Not paid out',
    tone: 'bad',
    text: `${errorMessage('withdrawal_failed')} The bank or network did not take it. Check the account, or choose another one.`,
  },
};

export interface Withdrawing {
  readonly state: WithdrawState;
  /** Whether a later step was there before. */
  readonly isReturn: boolean;
  /** Asks whose account it is, unless money went there before. */
  readonly check: (order: WithdrawOrder) => Promise<void>;
  readonly correct: () => void;
  /** Sends the money; the same body again asks about the same withdrawal. */
  readonly send: (body: WithdrawBody) => Promise<void>;
}

/**
 * Takes a withdrawal from the form to its end.
 * @param onRefused is told why it is back at the form
 */
export function useWithdraw(onRefused: (failure: Failure) => void): Withdrawing {
  const [state, dispatch] = useReducer(nextWithdraw, INITIAL);
  /** The order that is being checked; what was changed since is another one. */
  const asked = useRef<WithdrawOrder>(undefined);
  const isReturn = useOnceTrue(state.phase === 'confirming');
  const tell = useTellIfLeft('Withdrawal');
  /** @returns the phase after it */
  const settle = (before: WithdrawState, failure: Failure): WithdrawState['phase'] => {
    const event: WithdrawEvent = { type: 'failed', error: failure };
    dispatch(event);
    const { phase } = nextWithdraw(before, event);
    if (phase === 'editing') onRefused(failure);
    return phase;
  };
  return {
    state,
    isReturn,
    correct: () => {
      asked.current = undefined;
      dispatch({ type: 'corrected' });
    },
    async check(order) {
      asked.current = order;
      dispatch({ type: 'checked' });
      const { target, currency } = order;
      if (target.kind === 'saved') {
        const accountName = target.account.account_name;
        return dispatch({ type: 'resolved', order, accountName });
      }
      const { bank, accountNumber } = target;
      const result = await callWorker((worker) =>
        worker.resolveAccount({ code: bank.code, account_number: accountNumber, currency }),
      );
      if (asked.current !== order) return;
      if (result.ok) dispatch({ type: 'resolved', order, accountName: result.value });
      else settle({ phase: 'checking' }, result.error);
    },
    async send(body) {
      const sending = nextWithdraw(state, { type: 'sent', body });
      dispatch({ type: 'sent', body });
      const result = await withPin((proof) =>
        callWorker((worker) => worker.withdraw({ ...body, ...proof })),
      );
      if (result.ok) {
        dispatch({ type: 'answered', answer: result.value });
        tell.ended(OUTCOMES[result.value.status]);
      } else {
        tell.failed(result.error, settle(sending, result.error) === 'unknown');
      }
      // What is held has left the balance, also while it is unknown what became of it.
      await callWorker((worker) => worker.refreshWallets({ force: true }));
      await callWorker((worker) => worker.refreshTransactions(RECENT, { force: true }));
      await callWorker((worker) => worker.refreshSavedAccounts({ force: true }));
    },
  };
}
