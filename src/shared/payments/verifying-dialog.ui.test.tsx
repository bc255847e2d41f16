import { act, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PaymentOutcome } from './payment-return.ts';
import { AppRouter } from '../../platform/routing/router.tsx';
import { usePaymentReturn, type PaymentReturnOptions } from './use-payment-return.ts';
import { click, one, render, pass } from '../../ui/test-render.ts';
import { VerifyingDialog, type VerifyingDialogProps } from './verifying-dialog.tsx';

const RETURN = '/my-vouchers?trxref=GDT-1&reference=GDT-1';
const PROMPT = `${RETURN}&prompt=phone`;

const verify = vi.fn<PaymentReturnOptions['verify']>();
const notify = vi.fn<PaymentReturnOptions['notify']>();
const onAgain = vi.fn<VerifyingDialogProps['onAgain']>();
const CHECK = { verify, notify };

function Returned(): ReactElement {
  return <VerifyingDialog payment={usePaymentReturn(CHECK)} onAgain={onAgain} />;
}

async function comeBack(to: string) {
  history.replaceState(null, '', to);
  const { container } = render(
    <AppRouter path="/my-vouchers" search={location.search}>
      <Returned />
    </AppRouter>,
  );
  await pass(0);
  return container;
}

const answer = (outcome: PaymentOutcome): void => void verify.mockResolvedValue(outcome);

beforeEach(() => {
  vi.useFakeTimers();
  verify.mockReset();
  notify.mockReset();
  answer({ kind: 'pending' });
});
afterEach(() => {
  vi.useRealTimers();
});

test('after a checkout it asks five times, and cannot be closed meanwhile', async () => {
  const container = await comeBack(RETURN);
  expect(one(container, 'h2').textContent).toContain('Checking your payment');
  expect(container.querySelector('button')).toBeNull();
  await pass(8_000);
  expect(verify).toHaveBeenCalledTimes(5);
  expect(notify).toHaveBeenCalledExactlyOnceWith({ kind: 'pending' });
  expect(container.textContent).toBe('');
  expect(location.search).toBe('');
});

test('for a phone it waits 90 seconds to be approved there', async () => {
  const container = await comeBack(PROMPT);
  expect(one(container, 'h2').textContent).toContain('Approve it on your phone');
  await pass(80_000);
  expect(notify).not.toHaveBeenCalled();
  answer({ kind: 'paid' });
  await pass(3_000);
  expect(notify).toHaveBeenCalledExactlyOnceWith({ kind: 'paid' });
  expect(container.textContent).toBe('');
  expect(verify.mock.calls[0]).toEqual([{ reference: 'GDT-1', processor: 'paystack' }]);
});

test('for a phone that says nothing it gives up after that', async () => {
  await comeBack(PROMPT);
  await pass(89_000);
  expect(notify).not.toHaveBeenCalled();
  await pass(1_000);
  expect(notify).toHaveBeenCalledExactlyOnceWith({ kind: 'pending' });
});

test('while a phone is waited for it can be closed, and asks no more', async () => {
  const container = await comeBack(PROMPT);
  await pass(3_000);
  click(one(container, 'button'));
  expect(container.textContent).toBe('');
  expect(location.search).toBe('');
  const asked = verify.mock.calls.length;
  await pass(60_000);
  expect(verify).toHaveBeenCalledTimes(asked);
  expect(notify).not.toHaveBeenCalled();
});

test.each([
  [PROMPT, ''],
  [RETURN, 'Checking your payment'],
])('Esc closes it for a phone only: %s', async (address, left) => {
  const container = await comeBack(address);
  await act(async () => {
    one(container, 'dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
  });
  expect(container.querySelector('h2')?.textContent.trim() ?? '').toContain(left);
  expect(container.querySelector('h2') === null).toBe(left === '');
});

test('Esc leaves a payment that cannot be checked for later', async () => {
  answer({ kind: 'unknown', message: 'No network' });
  const container = await comeBack(RETURN);
  expect(one(container, 'h2').textContent).toContain('Could not check your payment');
  await act(async () => {
    one(container, 'dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
  });
  expect(container.querySelector('h2')).toBeNull();
  expect(location.search).toBe('');
});

test('a declined payment says why, cleans the address, and can be begun again in two ways', async () => {
  answer({ kind: 'declined', reason: 'insufficient_funds', voucherId: 'V1' });
  const container = await comeBack(RETURN);
  expect(one(container, 'h2').textContent).toContain('Payment declined');
  expect(container.textContent).toContain('There was not enough money');
  expect(location.search).toBe('');
  expect(notify).not.toHaveBeenCalled();
  const [another] = container.querySelectorAll('button');
  if (!another) throw new Error('no way on');
  expect(another.textContent).toContain('Pay another way');
  click(another);
  expect(container.textContent).toBe('');
  expect(onAgain.mock.calls).toEqual([
    [
      { reference: 'GDT-1', how: 'another' },
      { kind: 'declined', reason: 'insufficient_funds', voucherId: 'V1' },
    ],
  ]);
});

test('coming back without a reference is told once, and the address is cleaned', async () => {
  const container = await comeBack('/my-vouchers?a=1&status=cancelled&transaction_id=1');
  expect(notify.mock.calls).toEqual([
    [{ kind: 'refused', message: 'Payment verification failed: No reference found' }],
  ]);
  expect(verify).not.toHaveBeenCalled();
  expect(location.pathname + location.search).toBe('/my-vouchers?a=1');
  expect(container.textContent).toBe('');
});
