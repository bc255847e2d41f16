import { expect, test } from 'vitest';

import { freeIn, heldIn } from './held.tsx';

const NOW = Date.UTC(2026, 10, 2, 9);
const part = (amount: number, hours: number) => ({
  amount,
  until: new Date(NOW + hours * 3_600_000).toISOString(),
  because: 'of a test',
  voucher_ulid: null,
});

test('what is held may not leave, until its moment', () => {
  const wallet = { amount: 1_500.3, held: [part(1_000.1, 1), part(200.1, 0), part(100.1, 2)] };
  expect(heldIn(wallet, NOW)).toHaveLength(2);
  expect(freeIn(wallet, NOW)).toBe(400.1);
  expect(freeIn(wallet, NOW + 3_600_000)).toBe(1_400.2);
  expect(freeIn({ amount: 7 }, NOW)).toBe(7);
  // A balance that is older than what is held of it.
  expect(freeIn({ amount: 7, held: [part(8, 1)] }, NOW)).toBe(0);
});
