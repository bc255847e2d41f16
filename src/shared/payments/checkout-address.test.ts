import { expect, test, vi } from 'vitest';

import { checkoutAddress } from './payment-start.ts';
import { isAskedOnPhone, readPaymentReturn, withoutPaymentReturn } from './payment-return.ts';

vi.stubGlobal('location', { origin: 'https://goodies.test' });

test.each([
  'https://checkout.example/pay?reference=GDT-1',
  'https://goodies.test/sandbox/checkout/GDT-1',
])('a checkout stays as it is: %s', (url) => {
  expect(checkoutAddress(url)).toBe(url);
});

test.each(['javascript:alert(1)', 'nowhere', ''])('%s is no address to go to', (url) => {
  expect(checkoutAddress(url)).toBeUndefined();
});

test('the way straight back says that the payer was asked on the phone', () => {
  const address = checkoutAddress('https://goodies.test/my-vouchers?trxref=GDT-1&reference=GDT-1');
  const query = new URL(address ?? '').searchParams;
  expect(isAskedOnPhone(query)).toBe(true);
  expect(readPaymentReturn(query)).toEqual({ reference: 'GDT-1', processor: 'paystack' });
  expect(withoutPaymentReturn(query)).toBe('');
  expect(isAskedOnPhone(new URLSearchParams('reference=GDT-1'))).toBe(false);
});
