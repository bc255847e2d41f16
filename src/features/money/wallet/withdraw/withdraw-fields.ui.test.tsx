import { useState, type ReactElement } from 'react';
import { expect, test } from 'vitest';

import { errorMessage } from '../../../../../contract/errors.ts';
import type { MoneyLimit } from '../../../../../contract/accounts/money-limits.ts';
import type { SavedAccount } from '../../../../../contract/withdrawals.ts';
import { sampleMoneyLimit, sampleSavedAccount } from '../../../../../local/testing/samples.ts';
import { useForm } from '../../../../platform/form/use-form.ts';
import { click, one, render } from '../../../../ui/test-render.ts';
import { WithdrawFields } from './withdraw-fields.tsx';
import {
  fieldErrors,
  WITHDRAW_FIELDS,
  type WithdrawField,
  type WithdrawForm,
} from './withdraw-form.ts';

const GONE = { code: 'saved_account_gone', message: errorMessage('saved_account_gone') } as const;
const FORM: WithdrawForm = {
  amount: '500',
  savedId: undefined,
  type: 'bank',
  code: '',
  accountNumber: '',
};

const FEES = [
  { type: 'bank', up_to: 5_000, fee: 10 },
  { type: 'bank', up_to: null, fee: 25 },
] as const;

interface FieldsProps {
  readonly accounts: readonly SavedAccount[];
  readonly limit?: MoneyLimit;
}

function Fields({ accounts, limit }: FieldsProps): ReactElement {
  const form = useForm<WithdrawField, WithdrawForm>({
    fields: WITHDRAW_FIELDS,
    state: useState<WithdrawForm>(FORM),
    wrong: {},
    send: () => undefined,
    errorsOf: fieldErrors,
  });
  return (
    <>
      <button id="refuse" onClick={() => form.refuse(GONE)}>
        refuse
      </button>
      <WithdrawFields
        facts={{
          banks: [],
          accounts,
          currency: 'NGN',
          balance: 5_000,
          held: [],
          fees: FEES,
          limit,
          payoutName: 'ADA OBI',
        }}
        form={form}
        isChecking={false}
        isReturn={false}
      />
    </>
  );
}

test('that the only saved account was removed elsewhere is still said once the list is without it', () => {
  const { container, rerender } = render(<Fields accounts={[sampleSavedAccount()]} />);
  click(one(container, '#refuse'));
  expect(container.textContent).toContain(GONE.message);
  rerender(<Fields accounts={[]} />);
  expect(container.textContent).toContain(GONE.message);
});

const factsIn = (container: HTMLElement): string | null => one(container, 'dl').textContent;

test('the fee and what is left today stand before the button', () => {
  const { container } = render(
    <Fields accounts={[sampleSavedAccount()]} limit={sampleMoneyLimit()} />,
  );
  expect(factsIn(container)).toContain('Fee₦10 · leaves your wallet ₦510');
  expect(factsIn(container)).toContain('Left today₦30,000 of ₦50,000');
  const button = one(container, '[type=submit]');
  const { DOCUMENT_POSITION_FOLLOWING: after } = Node;
  expect(one(container, 'dl').compareDocumentPosition(button) & after).toBe(after);
});

test('while the limit is not known, what may be withdrawn at once stands there', () => {
  const { container } = render(<Fields accounts={[sampleSavedAccount()]} />);
  expect(factsIn(container)).toContain('Limit₦100 to ₦5,000,000');
  expect(factsIn(container)).not.toContain('Left today');
  expect(factsIn(container)).not.toContain('ADA OBI');
});

test('where an account is typed, it says whose it must be', () => {
  const { container } = render(<Fields accounts={[]} />);
  expect(factsIn(container)).toContain('Account holderADA OBI');
});

test('no amount is offered that its fee makes more than there is', () => {
  const { container } = render(<Fields accounts={[sampleSavedAccount()]} />);
  const offered = [...container.querySelectorAll('[aria-label="Quick choices"] button')];
  expect(offered.map(({ textContent }) => textContent)).toEqual(['₦1,000', '₦2,000', 'All']);
});
