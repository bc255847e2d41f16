import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { render } from '../../ui/test-render.ts';
import { checkoutAddress, useCheckout } from './checkout.ts';
import { isAskedOnPhone, readPaymentReturn, withoutPaymentReturn } from './payment-return.ts';

test.each([
  'https://checkout.example/pay?reference=GDT-1',
  `${location.origin}/sandbox/checkout/GDT-1`,
])('a checkout stays as it is: %s', (url) => {
  expect(checkoutAddress(url)).toBe(url);
});

test.each(['javascript:alert(1)', 'nowhere', ''])('%s is no address to go to', (url) => {
  expect(checkoutAddress(url)).toBeUndefined();
});

test('the way straight back says that the payer was asked on the phone', () => {
  const address = checkoutAddress(`${location.origin}/my-vouchers?trxref=GDT-1&reference=GDT-1`);
  const query = new URL(address ?? '').searchParams;
  expect(isAskedOnPhone(query)).toBe(true);
  expect(readPaymentReturn(query)).toEqual({ reference: 'GDT-1', processor: 'paystack' });
  expect(withoutPaymentReturn(query)).toBe('');
  expect(isAskedOnPhone(new URLSearchParams('reference=GDT-1'))).toBe(false);
});

function Form({ onBack }: { readonly onBack: () => void }): null {
  useCheckout(onBack);
  return null;
}

/** The page is shown: anew, or as it was left. */
const show = (persisted: boolean): void =>
  act(() => {
    globalThis.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  });

test('a form is told when its page comes back as it was left, and by the newest callback', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { rerender } = render(<Form onBack={first} />);
  show(false);
  expect(first).not.toHaveBeenCalled();
  rerender(<Form onBack={second} />);
  show(true);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledTimes(1);
  rerender(null);
  show(true);
  expect(second).toHaveBeenCalledTimes(1);
});
