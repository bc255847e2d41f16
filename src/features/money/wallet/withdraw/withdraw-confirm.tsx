import { useRef, useState, type ReactElement } from 'react';

import type { WithdrawBody } from '../../../../../contract/withdrawals.ts';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/form/input.tsx';
import type { Withdrawing } from './use-withdraw.ts';
import { MoneyConfirm } from '../../../../shared/wallet/money-confirm.tsx';
import { arrivalOf, type WithdrawOrder } from './withdraw-form.ts';

export interface WithdrawConfirmProps extends Pick<Withdrawing, 'send' | 'correct'> {
  readonly order: WithdrawOrder;
  /** Null where the bank does not tell: then the person has to know. */
  readonly accountName: string | null;
}

const bodyOf = ({ amount, currency, target }: WithdrawOrder, name: string): WithdrawBody => ({
  amount,
  currency,
  ...(target.kind === 'saved'
    ? { saved_account: target.account.id }
    : {
        destination: {
          type: target.bank.type,
          code: target.bank.code,
          account_number: target.accountNumber,
          account_name: name,
        },
      }),
});

/** Type, number and bank, as they are shown. */
const shownTarget = ({ target }: WithdrawOrder) =>
  target.kind === 'saved'
    ? {
        type: target.account.type,
        number: `••••${target.account.account_ending}`,
        bank: target.account.bank_name,
      }
    : { type: target.bank.type, number: target.accountNumber, bank: target.bank.name };

/** Shows whose account it is, before any money leaves. */
export function WithdrawConfirm(props: WithdrawConfirmProps): ReactElement {
  const { order, accountName, send, correct } = props;
  const { amount, currency } = order;
  const { type, number, bank } = shownTarget(order);
  const [typedName, setTypedName] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  const confirm = (): void => {
    const name = accountName ?? typedName.trim();
    if (name !== '') {
      void send(bodyOf(order, name));
      return;
    }
    setError('Enter the name of the account holder');
    input.current?.focus();
  };
  return (
    <MoneyConfirm
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
        ['Fee', 'None'],
        ['Arrives', arrivalOf(type)],
      ]}
      action={`Withdraw ${formatExact(amount, currency)}`}
      onConfirm={confirm}
      onBack={correct}
    >
      {accountName === null && (
        <Field
          label="Account name"
          help="This bank does not tell whose account it is. Check the number twice."
          error={error}
        >
          <Input
            ref={input}
            maxLength={100}
            autoComplete="name"
            value={typedName}
            onChange={({ target }) => {
              setTypedName(target.value);
              setError(undefined);
            }}
          />
        </Field>
      )}
    </MoneyConfirm>
  );
}
