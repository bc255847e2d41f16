import { expect, test } from 'vitest';

import { sheetOfNew } from './sheets/card-sheet.ts';
import { pathAfterPayment } from './my-vouchers-page.tsx';

test('only a payment that reached its voucher leads to what can be done with it', () => {
  const paid = { kind: 'paid', voucherId: '01JD7Q4K' } as const;
  expect(pathAfterPayment({ ...paid, creditedTo: 'voucher' })).toBe('/my-vouchers?new=01JD7Q4K');
  expect(pathAfterPayment({ ...paid, creditedTo: 'wallet' })).toBeUndefined();
  expect(
    pathAfterPayment({ kind: 'pending', voucherId: '01JD7Q4K', creditedTo: null }),
  ).toBeUndefined();
});

test('a new voucher is sent or shown once it is active, and not before', () => {
  const active = { status: 'active', is_used: false } as const;
  expect(sheetOfNew({ ...active, purpose: 'payment' })).toBe('send');
  expect(sheetOfNew({ ...active, purpose: 'giveaway' })).toBe('live');
  expect(sheetOfNew({ ...active, purpose: 'giveaway', status: 'pending' })).toBeUndefined();
  expect(sheetOfNew({ ...active, purpose: 'payment', is_used: true })).toBeUndefined();
});
