import { act, type ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { BillersRow } from '../../../../local/rows.ts';
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
  refreshBillers: vi.fn<(region: string, options: object) => Promise<object>>(),
  refreshWallets: async () => ({ ok: true, value: undefined }),
};
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (ask: (of: object) => unknown) => ask(worker),
}));

beforeEach(() => {
  worker.refreshBillers.mockReset().mockResolvedValue({ ok: true, value: undefined });
  worker.validateBill.mockReset().mockResolvedValue({ ok: true, value: 'Ada Obi' });
});

const SHOP = {
  region: 'nigeria',
  currency: 'NGN',
  balance: 50_000,
  isPartHeld: false,
} as const;
const ITEM = { id: 'prepaid', name: 'Prepaid', amount: null, min: 100, max: 90_000, fee: 100 };
const BILLER = {
  id: 'eko',
  name: 'Eko',
  customer_label: 'Meter number',
  is_checked: true,
  items: [ITEM],
};
const BILLERS: BillersRow = {
  region: 'nigeria',
  currency: 'NGN',
  categories: [{ id: 'electricity', name: 'Electricity', billers: [BILLER] }],
  recent: [],
  fetchedAt: 0,
};

function Bill(): ReactElement {
  const { form, purchase } = usePayBill({ shop: SHOP, row: BILLERS });
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
  expect(worker.refreshBillers).toHaveBeenCalledWith('nigeria', { force: true });
});

test('a provider that is gone as its customer is checked leaves the list; a wrong number asks for none', async () => {
  worker.validateBill.mockResolvedValueOnce(refuse('customer_not_found'));
  await walk('fill', 'submit');
  expect(worker.refreshBillers).not.toHaveBeenCalled();
  worker.validateBill.mockResolvedValueOnce(refuse('biller_gone'));
  await walk('fill', 'submit');
  expect(worker.refreshBillers).toHaveBeenCalledWith('nigeria', { force: true });
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
