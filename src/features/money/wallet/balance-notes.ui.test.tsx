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
