import { act } from 'react';
import { expect, test } from 'vitest';

import { HOUR_MS } from '../../../../contract/durations.ts';
import { toggleBalance } from '../../../shared/wallet/balance-visibility.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';
import { render } from '../../../ui/test-render.ts';
import { BalanceNotes } from './balance-notes.tsx';

test('a hidden balance is not told by what of it is held', () => {
  const until = new Date(serverNow() + HOUR_MS).toISOString();
  const held = [{ amount: 25_000, until, because: 'a win is looked at', voucher_ulid: 'V' }];
  const { container } = render(
    <BalanceNotes wallets={[{ currency: 'NGN', amount: 25_000, held, fetchedAt: 0 }]} />,
  );
  expect(container.textContent).toContain('₦25,000 held until');
  act(toggleBalance);
  expect(container.textContent).not.toContain('25,000');
  expect(container.textContent).toContain('held until');
  act(toggleBalance);
});

test('what is owed is said in words, and a hidden balance does not tell it', () => {
  const { container } = render(
    <BalanceNotes wallets={[{ currency: 'NGN', amount: 0, owed: 1200, fetchedAt: 0 }]} />,
  );
  expect(container.textContent).toContain(
    'You owe ₦1,200 after a payment was taken back. Half of each prize pays it back',
  );
  act(toggleBalance);
  expect(container.textContent).not.toContain('1,200');
  act(toggleBalance);
});

test('disputed money is held until the bank decides', () => {
  const held = [
    { amount: 5000, until: null, because: 'its payment is disputed', voucher_ulid: null },
  ];
  const { container } = render(
    <BalanceNotes wallets={[{ currency: 'NGN', amount: 5000, held, fetchedAt: 0 }]} />,
  );
  expect(container.textContent).toContain('₦5,000 held until the bank decides');
});

test('what may leave now stands apart from what may later, in one note', () => {
  const part = { because: 'it was paid by card', voucher_ulid: null, by_card: true } as const;
  const until = (day: number) => new Date(2100, 0, day, 14, 5).toISOString();
  const held = [
    { ...part, amount: 1_000, until: until(2) },
    { ...part, amount: 500, until: until(3) },
  ];
  const { container } = render(
    <BalanceNotes
      wallets={[
        { currency: 'NGN', amount: 2_000.5, held, available_out: 500.5, fetchedAt: 0 },
        // As an older version stored it.
        { currency: 'GHS', amount: 7, fetchedAt: 0 },
      ]}
    />,
  );
  const [naira, cedis] = container.querySelectorAll('li');
  expect(naira?.textContent).toContain('Available ₦500.50On the way out from 2 Jan, 14:05');
  expect(cedis?.textContent).not.toContain('Available');
  const notes = container.querySelectorAll('[role=status]');
  expect(notes).toHaveLength(1);
  expect(notes[0]?.textContent).toBe(
    '₦1,000 held until 2 January 2100, 14:05, because it was paid by card. ' +
      '₦500 held until 3 January 2100, 14:05, because it was paid by card. ' +
      'You can play with it; after that it can be withdrawn.',
  );
});
