import { expect, test } from 'vitest';

import { statusLabel } from '../../../shared/vouchers/voucher-texts.ts';
import { cardActions } from './card-buttons.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const payment = {
  purpose: 'payment',
  status: 'active',
  is_used: false,
  is_private: false,
  amount: 5_000,
  expires_at: null,
  final_reveal_time: null,
} as const;
const names = (change: Partial<Parameters<typeof cardActions>[0]>): string[] =>
  Object.entries(cardActions({ ...payment, ...change }, NOW))
    .filter(([, isAllowed]) => isAllowed)
    .map(([name]) => name);

const OPEN = ['canSplit', 'canShowQr', 'canSwitchTwoFactor', 'canCancel', 'canCopyLink'];

test('an active payment voucher can be handed over, split and taken back', () => {
  expect(names({})).toEqual(OPEN);
  expect(names({ expires_at: '2026-11-21T12:00:00Z' })).toEqual(OPEN);
});

test('a voucher too small for two parts cannot be split', () => {
  expect(names({ amount: 20 })).toEqual(OPEN);
  expect(names({ amount: 19.99 })).not.toContain('canSplit');
});

test('a pending one can be paid or taken back, until its deadline', () => {
  expect(names({ status: 'pending' })).toEqual(['canPay', 'canCancel', 'canCopyLink']);
  expect(names({ status: 'pending', purpose: 'giveaway' })).toContain('canCancel');
  expect(names({ status: 'pending', expires_at: '2026-11-20T12:00:00Z' })).toEqual(['canCopyLink']);
});

test('an unpaid lottery whose draw has passed can only be taken back', () => {
  const lottery = { purpose: 'giveaway', status: 'pending' } as const;
  const open = { ...lottery, final_reveal_time: '2026-11-21T12:00:00Z' };
  expect(names(open)).toContain('canPay');
  const late = names({ ...lottery, final_reveal_time: '2026-11-20T12:00:00Z' });
  expect(late).not.toContain('canPay');
  expect(late).toContain('canCancel');
});

test('nothing is done with one that is used, cancelled or expired', () => {
  expect(names({ status: 'used', is_used: true })).toEqual(['canCopyLink']);
  expect(names({ status: 'cancelled' })).toEqual([]);
  expect(names({ status: 'expired' })).toEqual([]);
  expect(names({ expires_at: '2026-11-19T12:00:00Z' })).toEqual(['canCopyLink']);
});

test('a giveaway leads to its analytics, a private active one to its users', () => {
  const giveaway = { purpose: 'giveaway' } as const;
  expect(names(giveaway)).toEqual(['canShare', 'canCopyLink', 'canSeeAnalytics', 'canChangeCover']);
  expect(names({ ...giveaway, status: 'pending' })).not.toContain('canShare');
  expect(names({ ...giveaway, is_private: true })).toContain('canManageUsers');
  expect(names({ ...giveaway, is_private: true, status: 'completed' })).not.toContain(
    'canManageUsers',
  );
});

test('the badge names the state', () => {
  expect(statusLabel({ status: 'completed', is_used: true })).toBe('Used');
  expect(statusLabel({ status: 'active', is_used: false })).toBe('Active');
  expect(statusLabel({ status: 'cancelled', is_used: false })).toBe('Cancelled');
});
