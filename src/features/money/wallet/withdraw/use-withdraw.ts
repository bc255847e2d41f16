import type { DisbursementStatus } from '../../../../../contract/disbursement-status.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import { ok, type Failure } from '../../../../../contract/result.ts';
import type { WithdrawAnswer, WithdrawBody } from '../../../../../contract/withdrawals.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import { useMoneyOrder, type MoneyOrder } from '../../../../shared/wallet/money-order.ts';
import type { MoneySaid } from '../../../../shared/wallet/use-tell-if-left.ts';
import { RECENT } from '../../../../shared/transactions/recent-query.ts';
import type { WithdrawOrder } from './withdraw-form.ts';

const OUTCOMES: Readonly<Record<DisbursementStatus, MoneySaid>> = {
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

export const withdrawalSaid = ({ status }: WithdrawAnswer['data']): MoneySaid => OUTCOMES[status];

export interface ReviewedWithdrawal {
  readonly order: WithdrawOrder;
  /** Null if the bank does not tell. */
  readonly accountName: string | null;
}

export type Withdrawing = MoneyOrder<WithdrawOrder, ReviewedWithdrawal, WithdrawAnswer['data']>;

const bodyOf = ({ order, accountName }: ReviewedWithdrawal): WithdrawBody => {
  const { amount, currency, target } = order;
  return {
    amount,
    currency,
    ...(target.kind === 'saved'
      ? { saved_account: target.account.id }
      : {
          destination: {
            type: target.bank.type,
            code: target.bank.code,
            account_number: target.accountNumber,
            account_name: accountName ?? '',
          },
        }),
  };
};

export const useWithdraw = (onRefused: (failure: Failure) => void): Withdrawing =>
  useMoneyOrder({
    what: 'Withdrawal',
    check(order) {
      const { target, currency } = order;
      if (target.kind === 'saved') return ok({ order, accountName: target.account.account_name });
      const account = { code: target.bank.code, account_number: target.accountNumber, currency };
      return callWorker((worker) => worker.resolveAccount(account)).then((result) =>
        result.ok ? ok({ order, accountName: result.value }) : result,
      );
    },
    send: (reviewed, proof) =>
      callWorker((worker) => worker.withdraw({ ...bodyOf(reviewed), ...proof })),
    saidOf: withdrawalSaid,
    async refresh() {
      await callWorker((worker) => worker.refreshTransactions(RECENT, { force: true }));
      await callWorker((worker) => worker.refreshSavedAccounts({ force: true }));
    },
    onRefused,
  });
