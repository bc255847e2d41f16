import { act, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import { render } from '../../../ui/test-render.ts';
import type { AmountForm } from '../create/amount-fields.tsx';
import type { VoucherFormOptions } from '../create/use-voucher-form.ts';
import { emptyPaymentVoucher } from './payment-voucher-form.ts';
import { useCreateForm } from './use-create-form.ts';

vi.mock('../create/use-create-and-pay.ts', () => ({
  useCreateAndPay: () => ({ state: { phase: 'creating' }, create: async () => undefined }),
}));
vi.mock('../create/use-voucher-form.ts', () => ({
  useVoucherForm: ({
    state: [values, setValues],
    check,
    send,
  }: VoucherFormOptions<string, AmountForm, unknown>) => ({
    form: {
      values,
      change: (next: object) => setValues({ ...values, ...next }),
      onSubmit: () => check.ok && send(check.order, { method: 'wallet' }),
    },
  }),
}));

test('the voucher that comes of it is the one that was sent, whatever is written meanwhile', () => {
  let parts: ReturnType<typeof useCreateForm> | undefined;
  const Form = (): ReactElement => {
    parts = useCreateForm({ ...emptyPaymentVoucher('NGN'), amount: '5000' });
    return <p />;
  };
  render(<Form />);
  act(() => parts?.form.onSubmit({} as never));
  act(() => parts?.form.change({ amount: '9000' }));
  expect(parts?.form.values.amount).toBe('9000');
  expect(parts?.sent.amount).toBe('5000');
});
