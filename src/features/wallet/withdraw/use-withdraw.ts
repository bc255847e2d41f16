import { useReducer } from 'react';

import type { WithdrawBody } from '../../../../contract/withdrawals.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { RECENT } from '../recent-query.ts';
import type { WithdrawErrors, WithdrawOrder } from './withdraw-form.ts';
import { INITIAL, nextWithdraw, type WithdrawState } from './withdraw.machine.ts';

export interface Withdrawing {
  readonly state: WithdrawState;
  readonly refuse: (errors: WithdrawErrors) => void;
  /** Asks whose account it is. */
  readonly check: (order: WithdrawOrder) => Promise<void>;
  readonly correct: () => void;
  /** Sends the money; the same body again asks about the same withdrawal. */
  readonly send: (body: WithdrawBody) => Promise<void>;
}

/** Takes a withdrawal from the form to its end. */
export function useWithdraw(): Withdrawing {
  const [state, dispatch] = useReducer(nextWithdraw, INITIAL);
  return {
    state,
    refuse: (errors) => dispatch({ type: 'invalid', errors }),
    correct: () => dispatch({ type: 'corrected' }),
    async check(order) {
      dispatch({ type: 'checked' });
      const { bank, accountNumber, currency } = order;
      const result = await callWorker((worker) =>
        worker.resolveAccount({ code: bank.code, account_number: accountNumber, currency }),
      );
      if (result.ok) dispatch({ type: 'resolved', order, accountName: result.value });
      else dispatch({ type: 'failed', error: result.error });
    },
    async send(body) {
      dispatch({ type: 'sent', body });
      const result = await callWorker((worker) => worker.withdraw(body));
      if (result.ok) dispatch({ type: 'answered', answer: result.value });
      else dispatch({ type: 'failed', error: result.error });
      // What is held has left the balance, also while it is unknown what became of it.
      await callWorker((worker) => worker.refreshWallets({ force: true }));
      await callWorker((worker) => worker.refreshTransactions(RECENT, { force: true }));
    },
  };
}
