import { useState, type ReactElement } from 'react';

import { useForm } from '../../../../platform/form/use-form.ts';
import { earlierNote } from '../../../../shared/wallet/earlier-order.ts';
import { FieldReview, MoneyEnd, type SentOrder } from '../../../../shared/wallet/money-steps.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/form/input.tsx';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { arrivalOf, withFee, type WithdrawOrder } from './withdraw-form.ts';
import type { WithdrawAnswer, WithdrawBody } from '../../../../../contract/withdrawals.ts';
import type { DisbursementStatus } from '../../../../../contract/disbursement-status.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import { regionOfMoney } from '../../../../../contract/region-table.ts';
import { ok } from '../../../../../contract/result.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import type { MoneyOrder, MoneyOrderSteps } from '../../../../shared/wallet/money-order.ts';
import { refundByText } from '../../../../shared/wallet/refund-by.ts';
import type { MoneySaid } from '../../../../shared/wallet/use-tell-if-left.ts';
import { RECENT } from '../../../../shared/transactions/recent-query.ts';

const shownTarget = ({ target }: WithdrawOrder) =>
  target.kind === 'saved'
    ? {
        type: target.account.type,
        number: `••••${target.account.account_ending}`,
        bank: target.account.bank_name,
      }
    : { type: target.bank.type, number: target.accountNumber, bank: target.bank.name };

interface WithdrawReviewProps extends Pick<Withdrawing, 'send' | 'correct'> {
  readonly reviewed: ReviewedWithdrawal;
}

export function WithdrawReview({ reviewed, send, correct }: WithdrawReviewProps): ReactElement {
  const { order, accountName } = reviewed;
  const { amount, fee, currency } = order;
  const { type, number, bank } = shownTarget(order);
  const state = useState({ name: '' });
  const name = accountName ?? state[0].name.trim();
  const form = useForm({
    fields: ['name'],
    state,
    wrong: name === '' ? { name: 'Enter the name of the account holder' } : {},
    send: () => void send({ order, accountName: name }),
  });
  return (
    <FieldReview
      facts={[
        ['Amount', formatExact(amount, currency)],
        ...(accountName === null ? [] : [['Account name', accountName] as const]),
        [
          type === 'bank' ? 'Account' : 'Phone',
          <>
            {number}
            <br />
            {bank}
          </>,
        ],
        ['Fee', formatExact(fee, currency)],
        ['Leaves your wallet', formatExact(withFee(amount, fee), currency)],
        ['Arrives', arrivalOf(type)],
      ]}
      action={`Withdraw ${formatExact(amount, currency)}`}
      form={form}
      onBack={correct}
    >
      {accountName === null && (
        <Field
          label="Account name"
          help="This bank does not tell whose account it is. Check the number twice."
          {...form.text('name')}
        >
          <Input maxLength={100} autoComplete="name" />
        </Field>
      )}
    </FieldReview>
  );
}

interface WithdrawEndProps extends Pick<Withdrawing, 'send' | 'correct'> {
  readonly state: SentOrder<ReviewedWithdrawal, WithdrawAnswer['data']>;
  readonly onClose: () => void;
}

export function WithdrawEnd({ state, send, correct, onClose }: WithdrawEndProps): ReactElement {
  const { amount, currency } = state.order.order;
  const answer = state.phase === 'ended' ? state.answer : undefined;
  return (
    <MoneyEnd
      state={state}
      send={send}
      sending="Sending"
      mayBe="It may still have gone through. Checking again never sends it twice."
      saidOf={withdrawalSaid}
      money={formatExact(amount, currency)}
      earlier={earlierNote(answer, 'sent again. To send it anew, withdraw once more.')}
      actions={
        answer?.status === 'failed'
          ? [
              ['Try again or choose another account', correct],
              ['Close', onClose],
            ]
          : [['Done', onClose]]
      }
      statement={{
        href: '/transactions?type=withdrawal',
        onClick: onClose,
        children: 'See withdrawals',
      }}
    />
  );
}

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

const IN_REVIEW: MoneySaid = {
  title: 'We look at it first',
  tone: 'warn',
  text: 'This account is in another name than your payouts go to. A person looks at it within a day; if it is not allowed by then, the money comes back.',
};

function withdrawalSaid(answer: WithdrawAnswer['data']): MoneySaid {
  const { status, in_review: isWaiting, created_at: createdAt } = answer;
  if (isWaiting) return IN_REVIEW;
  const said = OUTCOMES[status];
  if (status !== 'pending' && status !== 'processing') return said;
  return { ...said, text: `${said.text} ${refundByText(createdAt)}.` };
}

interface ReviewedWithdrawal {
  readonly order: WithdrawOrder;
  /** Null if the bank does not tell. */
  readonly accountName: string | null;
}

export type Withdrawing = MoneyOrder<WithdrawOrder, ReviewedWithdrawal, WithdrawAnswer['data']>;

const bodyOf = ({ order, accountName }: ReviewedWithdrawal): WithdrawBody => {
  const { amount, fee, currency, target } = order;
  return {
    amount,
    fee,
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

export const MONEY_LIMITS = { path: '/user/money-limits' } as const;

export const WITHDRAWAL: MoneyOrderSteps<
  WithdrawOrder,
  ReviewedWithdrawal,
  WithdrawAnswer['data']
> = {
  what: 'Withdrawal',
  saying({ order }) {
    const { bank, number } = shownTarget(order);
    return `Withdraw ${formatExact(order.amount, order.currency)} to ${bank} ••••${number.slice(-4)}`;
  },
  check(order) {
    const { target, currency } = order;
    if (target.kind === 'saved') return ok({ order, accountName: target.account.account_name });
    const account = { code: target.bank.code, account_number: target.accountNumber, currency };
    return callWorker((worker) => worker.resolveAccount(account)).then((result) =>
      result.ok ? ok({ order, accountName: result.value }) : result,
    );
  },
  async send(reviewed, proof) {
    const result = await callWorker((worker) => worker.withdraw({ ...bodyOf(reviewed), ...proof }));
    if (!result.ok && result.error.code === 'withdrawal_fee_changed') {
      const region = regionOfMoney(reviewed.order.currency)?.key;
      const banks = { path: '/wallet/banks', region } as const;
      await callWorker((worker) => worker.refreshAnswer(banks, { force: true }));
    }
    return result;
  },
  saidOf: withdrawalSaid,
  async refresh() {
    await callWorker((worker) => worker.refreshTransactions(RECENT, { force: true }));
    await callWorker((worker) => worker.refreshSavedAccounts({ force: true }));
    await callWorker((worker) => worker.refreshAnswer(MONEY_LIMITS, { force: true }));
  },
};
