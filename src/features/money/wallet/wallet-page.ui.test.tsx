import { expect, test } from 'vitest';

import { render } from '../../../ui/test-render.ts';
import type { Transaction } from '../../../../contract/wallet.ts';
import { PinOffer, RecentTransactions } from './wallet-page.tsx';

const win: Transaction = {
  id: 'win',
  type: 'credit',
  transaction_type: 'voucher_win',
  status: 'completed',
  amount: 3_000,
  currency: 'NGN',
  reference: '01M8M1D1EJAB5M2MCBRW5PGHHX',
  description: 'A win',
  payment_method: null,
  payment_gateway: null,
  metadata: { payment_gateway: null },
  created_at: '2026-11-29T12:00:00Z',
};
const withdrawal: Transaction = {
  ...win,
  id: 'withdrawal',
  type: 'debit',
  transaction_type: 'withdrawal',
};
const money = [{ currency: 'NGN', amount: 3_000, held: [], fetchedAt: '' }] as never;

test('the offer of a PIN stays while a sheet covers it, and goes with the sheet', () => {
  const { container, rerender } = render(<PinOffer hasPin={false} wallets={money} isCovered />);
  const isOffered = (): boolean => container.textContent?.includes('Set a PIN') ?? false;
  expect(isOffered()).toBe(true);
  rerender(<PinOffer hasPin wallets={money} isCovered />);
  expect(isOffered()).toBe(true);
  rerender(<PinOffer hasPin wallets={money} isCovered={false} />);
  expect(isOffered()).toBe(false);
});

test('a transaction that comes under a sheet is drawn once the sheet is gone', () => {
  const { container, rerender } = render(<RecentTransactions transactions={undefined} isCovered />);
  const rows = (): number => container.querySelectorAll('li').length;
  rerender(<RecentTransactions transactions={[win]} isCovered />);
  expect(rows()).toBe(1);
  rerender(<RecentTransactions transactions={[withdrawal, win]} isCovered />);
  expect(rows()).toBe(1);
  rerender(<RecentTransactions transactions={[withdrawal, win]} isCovered={false} />);
  expect(rows()).toBe(2);
});
