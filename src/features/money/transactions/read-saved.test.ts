import { expect, test } from 'vitest';

import type { TransactionRow } from '../../../../local/rows.ts';
import { NO_FILTERS } from './history-filters.ts';
import { freshDatabase } from '../../../../local/testing/fresh-device.ts';
import { readSaved } from './read-saved.ts';

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
  metadata: { payment_gateway: null },
  created_at: new Date(2026, 10, 20, 9).toISOString(),
  fetchedAt: 50,
  ...change,
});

test('saved transactions are picked by type, status and whole days, the newest first', async () => {
  const rows = [
    row('late', { created_at: new Date(2026, 10, 20, 23, 59).toISOString() }),
    row('early', { created_at: new Date(2026, 10, 20, 0, 0).toISOString() }),
    row('before', { created_at: new Date(2026, 10, 19, 23, 59).toISOString() }),
    row('win', { transaction_type: 'voucher_win' }),
    row('failed', { status: 'failed' }),
  ];
  const db = freshDatabase();
  await db.transactions.bulkPut(rows);
  const ids = async (change: object, rowsMax = 30): Promise<string[]> =>
    (await readSaved(db, { ...NO_FILTERS, ...change }, rowsMax)).map(({ id }) => id);
  const day = { from: '2026-11-20', to: '2026-11-20' };
  expect(await ids({ type: 'topup', status: 'completed', ...day })).toEqual(['late', 'early']);
  expect(await ids({ type: 'voucher_win' })).toEqual(['win']);
  expect(await ids({ status: 'failed' })).toEqual(['failed']);
  expect(await ids({ from: '2026-11-20' })).toHaveLength(5);
  expect(await ids({}, 1)).toEqual(['late']);
});

test('no more are read than are shown', async () => {
  const db = freshDatabase();
  const rows = Array.from({ length: 200 }, (_, index) =>
    row(`t${index}`, { created_at: new Date(2026, 0, 1, 0, index).toISOString() }),
  );
  await db.transactions.bulkPut(rows);
  let read = 0;
  db.transactions.hook('reading', (found) => {
    read += 1;
    return found;
  });
  expect(await readSaved(db, NO_FILTERS, 31)).toHaveLength(31);
  expect(read).toBeLessThanOrEqual(32);
});
