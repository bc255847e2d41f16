import { act, useEffect, type ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { sampleSavedAccount } from '../../../../../local/testing/samples.ts';
import { clearToasts, toasts } from '../../../../platform/toast-store.ts';
import { one, render } from '../../../../ui/test-render.ts';
import { useMoneyOrder } from '../../../../shared/wallet/money-order.ts';
import { WITHDRAWAL, type Withdrawing } from './withdraw-steps.tsx';

let tell: (answer: object) => void;
vi.mock('../../../../platform/worker/data-worker.ts', () => ({
  callWorker: () => new Promise((resolve) => (tell = resolve)),
}));

const session = vi.hoisted(() => ({ now: 'signed-in' }));
vi.mock('../../../../platform/session/session.ts', () => ({
  readSession: async () => session.now,
}));

beforeEach(() => {
  session.now = 'signed-in';
  clearToasts();
});

const BANK = { type: 'bank', code: '044', name: 'Access Bank', currency: 'NGN' } as const;
const order = (accountNumber: string) =>
  ({
    amount: 500,
    fee: 10,
    currency: 'NGN',
    target: { kind: 'typed', bank: BANK, accountNumber },
  }) as const;

const refused = vi.fn<() => void>();
let withdrawing: Withdrawing;
function Withdraw(): ReactElement {
  const current = useMoneyOrder({ ...WITHDRAWAL, onRefused: refused });
  useEffect(() => {
    withdrawing = current;
  });
  return <p>{JSON.stringify(current.state)}</p>;
}

test('an account that is corrected while it is looked up is not confirmed, nor refused, as the former', async () => {
  const { container } = render(<Withdraw />);
  const shown = (): string | null => one(container, 'p').textContent;
  await act(async () => void withdrawing.review(order('0690000031')));
  const tellOfFormer = tell;
  await act(async () => withdrawing.correct());
  await act(async () => void withdrawing.review(order('0690000032')));
  await act(async () => tellOfFormer({ ok: true, value: 'Somebody Else' }));
  expect(shown()).toBe('{"phase":"checking"}');
  await act(async () => tell({ ok: true, value: 'Ada Obi' }));
  expect(shown()).toContain('Ada Obi');
  expect(refused).not.toHaveBeenCalled();
});

const SAVED = {
  amount: 500,
  fee: 10,
  currency: 'NGN',
  target: { kind: 'saved', account: sampleSavedAccount() },
} as const;
const send = async (): Promise<void> => {
  await act(async () => void withdrawing.review(SAVED));
  await act(async () => void withdrawing.send());
};
const answered = (status: string): object => ({ ok: true, value: { status } });
const failedWith = (code: string, status?: number): object => ({
  ok: false,
  error: { code, message: 'The reason', status },
});

/** Sends a withdrawal and leaves the page; @returns the answer to it */
async function sendAndLeave(): Promise<(answer: object) => Promise<void>> {
  const { rerender } = render(<Withdraw />);
  await send();
  rerender(null);
  return (answer) => act(async () => tell(answer));
}

test.each([
  [answered('completed'), 'success', 'Withdrawal: paid out', 'Your withdrawal was paid out.'],
  [
    { ok: true, value: { status: 'pending', in_review: true } },
    'info',
    'Withdrawal: we look at it first',
    'A person looks at it within a day',
  ],
  [answered('failed'), 'error', 'Withdrawal: not paid out', 'The bank or network did not take it.'],
  [failedWith('insufficient_funds', 402), 'error', 'Withdrawal: not done', 'The reason'],
  [failedWith('timeout'), 'info', 'Withdrawal: not known yet', 'It may still have gone through'],
])('who has left before %j hears of it elsewhere', async (answer, kind, message, detail) => {
  const arrive = await sendAndLeave();
  await arrive(answer);
  expect(toasts.get()).toMatchObject([{ kind, message }]);
  expect(toasts.get()[0]?.detail).toContain(detail);
});

test('who has stayed sees it in the sheet alone, and nobody hears of it after a sign-out', async () => {
  const { container } = render(<Withdraw />);
  await send();
  await act(async () => tell(answered('completed')));
  expect(one(container, 'p').textContent).toContain('"phase":"ended"');
  const arrive = await sendAndLeave();
  session.now = 'signed-out';
  await arrive(answered('completed'));
  expect(toasts.get()).toEqual([]);
});
