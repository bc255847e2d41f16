import { expect, it } from 'vitest';

import { refreshesAtStart, refreshesOnArrival } from './keep-fresh.ts';

it('asks for a visitor only where they are', () => {
  expect(refreshesAtStart('/v/ABC', 'signed-out')).toEqual(['detectRegion']);
  expect(refreshesOnArrival('/v/ABC', 'signed-out')).toEqual([]);
});

it('fetches region and rates at the start, except on pages that people wait for', () => {
  expect(refreshesAtStart('/wallet', 'signed-in')).toEqual([
    'refreshUser',
    'refreshRegions',
    'refreshRates',
  ]);
  for (const path of ['/', '/welcome', '/login', '/signup']) {
    expect(refreshesAtStart(path, 'signed-in')).toEqual(['refreshUser']);
  }
});

it('has rates ready where amounts are entered, and lists everywhere but on payment pages', () => {
  expect(refreshesOnArrival('/add-voucher', 'signed-in')).toEqual([
    'refreshRegions',
    'refreshRates',
    'refreshVoucherList',
  ]);
  expect(refreshesOnArrival('/profile', 'signed-in')).toEqual(['refreshVoucherList']);
  for (const path of ['/payment', '/payment/verify', '/premium']) {
    expect(refreshesOnArrival(path, 'signed-in')).toEqual([]);
  }
  // Another page that only begins alike.
  expect(refreshesOnArrival('/payment-voucher', 'signed-in')).toEqual(['refreshVoucherList']);
});
