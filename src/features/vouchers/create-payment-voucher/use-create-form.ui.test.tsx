import { act, type FormEvent, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import { render } from '../../../ui/test-render.ts';
import { emptyPaymentVoucher } from './payment-voucher-form.ts';
import { useCreateForm, type CreateFormParts } from './use-create-form.ts';

vi.mock('../create/use-create-and-pay.ts', () => ({
  useCreateAndPay: () => ({ state: { phase: 'creating' }, create: async () => undefined }),
}));
vi.mock('../create/use-voucher-form.ts', () => ({
  useVoucherForm: () => ({
    formErrors: { check: () => true, edit: () => undefined },
    paid: { ok: true, choice: { kind: 'wallet' } },
  }),
}));

test('the voucher that comes of it is the one that was sent, whatever is written meanwhile', () => {
  let parts: CreateFormParts | undefined;
  const Form = (): ReactElement => {
    parts = useCreateForm({ ...emptyPaymentVoucher('NGN'), amount: '5000' });
    return <p />;
  };
  render(<Form />);
  const event = { preventDefault: () => undefined } as unknown as FormEvent;
  act(() => parts?.submit(event));
  act(() => parts?.change({ amount: '9000' }));
  expect(parts?.form.amount).toBe('9000');
  expect(parts?.sent.amount).toBe('5000');
});
