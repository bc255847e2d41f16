import { expect, test } from 'vitest';

import type { TransactionRow } from '../../../local/rows.ts';
import { NO_FILTERS } from './history-filters.ts';
import { selectSaved } from './select-saved.ts';

const row = (id: string, change: Partial<TransactionRow> = {}): TransactionRow => ({
  id,
  type: 'credit',
  transaction_type: 'wallet_topup',
  status: 'completed',
  amount: 5,
  currency: 'NGN',
  reference: id,
  description: 'Wallet top-up',
  payment_method: null,
  payment_gateway: null,
  created_at: new Date(2026, 10, 20, 9).toISOString(),
  fetchedAt: 50,
  ...change,
});

test('saved transactions are picked by type, status and whole days', () => {
  const rows = [
    row('late', { created_at: new Date(2026, 10, 20, 23, 59).toISOString() }),
    row('early', { created_at: new Date(2026, 10, 20, 0, 0).toISOString() }),
    row('before', { created_at: new Date(2026, 10, 19, 23, 59).toISOString() }),
    row('win', { transaction_type: 'voucher_win' }),
    row('failed', { status: 'failed' }),
  ];
  const ids = (change: object): string[] =>
    selectSaved(rows, { ...NO_FILTERS, ...change }).map(({ id }) => id);
  expect(ids({ type: 'topup', status: 'completed', from: '2026-11-20', to: '2026-11-20' })).toEqual(
    ['late', 'early'],
  );
  expect(ids({ type: 'voucher_win' })).toEqual(['win']);
  expect(ids({ status: 'failed' })).toEqual(['failed']);
  expect(ids({ from: '2026-11-20' })).toHaveLength(5);
});
