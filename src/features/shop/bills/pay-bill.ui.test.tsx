import { act, type ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { BillCategoriesAnswer } from '../../../../contract/purchases.ts';
import { errorMessage, type ErrorCode } from '../../../../contract/errors.ts';
import { click, one, render, settle } from '../../../ui/test-render.ts';
import { usePayBill } from './bills-page.tsx';

const refuse = (code: ErrorCode) => ({
  ok: false,
  error: { code, message: errorMessage(code), status: 409 },
});
const worker = {
  payBill: vi.fn<() => Promise<object>>(),
  validateBill: vi.fn<() => Promise<object>>(),
  refreshAnswer: vi.fn<(asked: object, options: object) => Promise<object>>(),
  refreshWallets: async () => ({ ok: true, value: undefined }),
};
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (ask: (of: object) => unknown) => ask(worker),
}));

beforeEach(() => {
  worker.refreshAnswer.mockReset().mockResolvedValue({ ok: true, value: undefined });
  worker.validateBill.mockReset().mockResolvedValue({ ok: true, value: 'Ada Obi' });
});

const SHOP = {
  region: 'nigeria',
  currency: 'NGN',
  balance: 50_000,
  held: [],
} as const;
const ITEM = { id: 'prepaid', name: 'Prepaid', amount: null, min: 100, max: 90_000, fee: 100 };
const BILLER = {
  id: 'eko',
  name: 'Eko',
  customer_label: 'Meter number',
  is_checked: true,
  items: [ITEM],
};
const BILLERS: BillCategoriesAnswer = {
  success: true,
  region: 'nigeria',
  currency: 'NGN',
  data: [{ id: 'electricity', name: 'Electricity', billers: [BILLER] }],
  recent: [],
};

const ASKED = { path: '/bills/categories', region: 'nigeria' };

function Bill(): ReactElement {
  const { form, purchase } = usePayBill({ shop: SHOP, offer: BILLERS });
  const { values, errors, change } = form;
  const fill = (): void => change({ biller: 'eko', customer: '12345678', amount: '1000' });
  return (
    <>
      <button id="correct" onClick={() => change({ customer: '87654321' })}>
        correct
      </button>
      <p>{JSON.stringify([values.customer, purchase.state.phase, errors])}</p>
      <button id="fill" onClick={fill}>
        fill
      </button>
      <form onSubmit={form.onSubmit}>
        <button id="submit">submit</button>
      </form>
      <button id="send" onClick={() => void purchase.send()}>
        send
      </button>
    </>
  );
}

async function walk(...steps: readonly string[]): Promise<HTMLElement> {
  const { container } = render(<Bill />);
  for (const step of steps) {
    click(one(container, `#${step}`));
    await settle();
  }
  return container;
}

test('a bill refused for a fee that has changed brings the fee of now, or it would be refused again', async () => {
  worker.payBill.mockResolvedValue(refuse('bill_fee_changed'));
  await walk('fill', 'submit', 'send');
  expect(worker.payBill).toHaveBeenCalledTimes(1);
  expect(worker.refreshAnswer).toHaveBeenCalledWith(ASKED, { force: true });
});

test('a provider that is gone as its customer is checked leaves the list; a wrong number asks for none', async () => {
  worker.validateBill.mockResolvedValueOnce(refuse('customer_not_found'));
  await walk('fill', 'submit');
  expect(worker.refreshAnswer).not.toHaveBeenCalled();
  worker.validateBill.mockResolvedValueOnce(refuse('biller_gone'));
  await walk('fill', 'submit');
  expect(worker.refreshAnswer).toHaveBeenCalledWith(ASKED, { force: true });
});

test.each([
  ['found', { ok: true, value: 'Ada Obi' }],
  ['refused', refuse('customer_not_found')],
])(
  'a number that is corrected while it is asked about is not the one that was %s',
  async (_, answer) => {
    let tell: (answer: object) => void = () => undefined;
    worker.validateBill.mockImplementationOnce(() => new Promise((resolve) => (tell = resolve)));
    const container = await walk('fill', 'submit', 'correct');
    await act(async () => tell(answer));
    expect(one(container, 'p').textContent).toBe('["87654321","editing",{}]');
  },
);
