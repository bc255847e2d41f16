import { expect, test } from 'vitest';

import { codeOf, paymentOver } from './payment-terms.tsx';

const CODE = '4471902886130';
const NOW = Date.parse('2026-11-20T12:00:00Z');
const active = { status: 'active', is_used: false, expires_at: null } as const;

test('the code is the one in the address, else the one that is stored', () => {
  expect(codeOf({ code: null }, CODE)).toBe(CODE);
  expect(codeOf({ code: CODE }, '01JD7Q4KZX0V9T3B5M8R2W6Y1C')).toBe(CODE);
  expect(codeOf({ code: null }, '42')).toBeUndefined();
});

test.each([
  [active, undefined],
  [{ ...active, expires_at: '2026-11-20T12:00:01Z' }, undefined],
  [{ ...active, expires_at: '2026-11-20T12:00:00Z' }, 'This voucher has expired'],
  [{ ...active, status: 'expired' }, 'This voucher has expired'],
  [{ ...active, status: 'used', is_used: true }, 'Voucher used'],
  [{ ...active, status: 'cancelled' }, 'This voucher is not active'],
  [{ ...active, status: 'pending' }, 'This voucher is not active'],
] as const)('%j: %s', (voucher, reason) => {
  expect(paymentOver(voucher, NOW)).toBe(reason);
});

test('while the time is not known a deadline is not judged', () => {
  expect(paymentOver({ ...active, expires_at: '2020-01-01T00:00:00Z' }, undefined)).toBeUndefined();
});
