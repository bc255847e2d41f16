import { act, useEffect, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import { one, render } from '../../../ui/test-render.ts';
import { useWithdraw, type Withdrawing } from './use-withdraw.ts';

let tell: (answer: object) => void;
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: () => new Promise((resolve) => (tell = resolve)),
}));

const BANK = { type: 'bank', code: '044', name: 'Access Bank', currency: 'NGN' } as const;
const order = (accountNumber: string) =>
  ({
    amount: 500,
    currency: 'NGN',
    target: { kind: 'typed', bank: BANK, accountNumber },
  }) as const;

const refused = vi.fn<() => void>();
let withdrawing: Withdrawing;
function Withdraw(): ReactElement {
  const current = useWithdraw(refused);
  useEffect(() => {
    withdrawing = current;
  });
  return <p>{JSON.stringify(current.state)}</p>;
}

test('an account that is corrected while it is looked up is not confirmed, nor refused, as the former', async () => {
  const { container } = render(<Withdraw />);
  const shown = (): string | null => one(container, 'p').textContent;
  await act(async () => void withdrawing.check(order('0690000031')));
  const tellOfFormer = tell;
  await act(async () => withdrawing.correct());
  await act(async () => void withdrawing.check(order('0690000032')));
  await act(async () => tellOfFormer({ ok: true, value: 'Somebody Else' }));
  expect(shown()).toBe('{"phase":"checking"}');
  await act(async () => tell({ ok: true, value: 'Ada Obi' }));
  expect(shown()).toContain('Ada Obi');
  expect(refused).not.toHaveBeenCalled();
});
