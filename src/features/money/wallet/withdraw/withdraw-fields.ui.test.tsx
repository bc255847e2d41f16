import { useState, type ReactElement } from 'react';
import { expect, test } from 'vitest';

import { errorMessage } from '../../../../../contract/errors.ts';
import type { SavedAccount } from '../../../../../contract/withdrawals.ts';
import { sampleSavedAccount } from '../../../../../local/testing/samples.ts';
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

function Fields({ accounts }: { readonly accounts: readonly SavedAccount[] }): ReactElement {
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
        facts={{ banks: [], accounts, currency: 'NGN', balance: 5_000, held: [] }}
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
