import { describe, expect, test } from 'vitest';

import { fail, ok } from '../../../contract/result.ts';
import type { DeclineReason, PaymentStatus } from '../../../contract/wallet.ts';
import {
  isReferenceMissing,
  outcomeOf,
  readPaymentReturn,
  withoutPaymentReturn,
} from './payment-return.ts';

describe('the address a payer comes back to', () => {
  test.each([
    ['reference=GDT-1&trxref=GDT-1', { reference: 'GDT-1', processor: 'paystack' }],
    ['trxref=GDT-2', { reference: 'GDT-2', processor: 'paystack' }],
    [
      'status=successful&tx_ref=GDT-3&transaction_id=77',
      { reference: 'GDT-3', processor: 'flutterwave', transaction_id: '77', status: 'successful' },
    ],
    ['', undefined],
    ['status=cancelled', undefined],
    ['reference=', undefined],
  ])('%s', (query, expected) => {
    expect(readPaymentReturn(new URLSearchParams(query))).toEqual(expected);
  });

  test.each([
    ['status=cancelled&transaction_id=1', true],
    ['reference=', true],
    ['status=cancelled', true],
    ['tx_ref=GDT-3&status=cancelled', false],
    ['show=pending', false],
    ['', false],
  ])('%j names no payment: %s', (query, isMissing) => {
    expect(isReferenceMissing(new URLSearchParams(query))).toBe(isMissing);
  });

  test('is cleaned of it, and of nothing else', () => {
    const query = new URLSearchParams(
      'a=1&reference=x&trxref=x&tx_ref=x&transaction_id=1&status=s',
    );
    expect(withoutPaymentReturn(query)).toBe('?a=1');
    expect(withoutPaymentReturn(new URLSearchParams('trxref=x'))).toBe('');
  });
});

describe('what came of a payment', () => {
  const answer = (status: PaymentStatus, reason: DeclineReason | null = null, hint?: string) =>
    outcomeOf(ok({ amount: 5_000, currency: 'NGN' as const, status, reason }), hint);

  test('is what the processor told the server', () => {
    expect(answer('settled')).toEqual({ kind: 'paid' });
    expect(answer('pending')).toEqual({ kind: 'pending' });
    expect(answer('failed')).toEqual({ kind: 'declined', reason: 'declined' });
    expect(answer('failed', 'wrong_pin')).toEqual({ kind: 'declined', reason: 'wrong_pin' });
  });

  test('is cancelled when the payer left, unless it was paid all the same', () => {
    const cancelled = { kind: 'declined', reason: 'cancelled' };
    expect(answer('pending', 'cancelled')).toEqual(cancelled);
    expect(answer('pending', null, 'cancelled')).toEqual(cancelled);
    expect(answer('settled', null, 'cancelled')).toEqual({ kind: 'paid' });
    expect(answer('pending', null, 'successful')).toEqual({ kind: 'pending' });
  });

  test('is unknown while the server cannot be asked, and refused when the server knows no such payment', () => {
    const network = fail({ code: 'network', message: 'Network error occurred' });
    expect(outcomeOf(network)).toMatchObject({ kind: 'unknown' });
    const missing = fail({ code: 'payment_not_found', message: 'none', status: 404 });
    expect(outcomeOf(missing)).toEqual({ kind: 'refused', message: 'none' });
  });
});
