import { expect, test } from 'vitest';

import { sampleTransaction } from '../../../../local/testing/samples.ts';
import type { Transaction } from '../../../../contract/wallet.ts';
import { render } from '../../../ui/test-render.ts';
import { TransactionRow } from './transaction-row.tsx';

const rowText = (changes: Partial<Transaction>): string => {
  const transaction = sampleTransaction({
    created_at: new Date(2026, 10, 20, 14, 5).toISOString(),
    ...changes,
  });
  return render(<TransactionRow transaction={transaction} when="14:05" />).container.textContent;
};

test('what is on its way says in the history when that ends, and what has ended does not', () => {
  const by = 'Delivered, or refunded, by 21 Nov, 14:05';
  expect(rowText({ transaction_type: 'airtime', status: 'processing' })).toContain(by);
  expect(rowText({ transaction_type: 'withdrawal', status: 'pending' })).toContain(by);
  expect(rowText({ transaction_type: 'bill', status: 'failed' })).not.toContain('refunded');
  expect(rowText({ transaction_type: 'wallet_topup', status: 'pending' })).not.toContain('refund');
});
