import { expect, test } from 'vitest';

import type { Transaction } from '../../../../contract/wallet.ts';
import { isForgotten } from './verify-payment.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const row = (change: Partial<Transaction>): Transaction =>
  ({
    status: 'pending',
    transaction_type: 'wallet_topup',
    created_at: '2026-11-21T11:00:00Z',
    ...change,
  }) as Transaction;

test.each([
  ['pending since an hour', {}, true],
  ['pending for longer than a day', { created_at: '2026-11-20T11:00:00Z' }, false],
  ['completed', { status: 'completed' }, false],
  ['a withdrawal', { transaction_type: 'withdrawal' }, false],
] as const)('a top-up that is %s', (_, change, expected) => {
  expect(isForgotten(row(change), NOW)).toBe(expected);
});
