import { expect, test } from 'vitest';

import { sampleCreated } from '../../../../local/testing/samples.ts';
import { render } from '../../../ui/test-render.ts';
import { VoucherCard } from './voucher-card.tsx';

const WINNER = { username: 'kofi', avatar: null };

const textOf = (overrides: Parameters<typeof sampleCreated>[0]): string => {
  const voucher = { ...sampleCreated(overrides), fetchedAt: 0 };
  const card = (
    <VoucherCard voucher={voucher} nowMs={0} isOffline={false} onAct={() => undefined} />
  );
  return render(card).container.textContent;
};

test('a used payment voucher names who redeemed it, another one does not', () => {
  expect(textOf({ status: 'used', is_used: true, winner: WINNER })).toContain('Redeemed by @kofi');
  expect(textOf({})).not.toContain('Redeemed');
  const won = { purpose: 'giveaway', status: 'completed', is_used: true, winner: WINNER } as const;
  expect(textOf(won)).not.toContain('Redeemed');
});

test('a deadline is said until it was redeemed in time', () => {
  const at = new Date(2026, 10, 28, 18, 0).toISOString();
  const giveaway = { purpose: 'giveaway', expires_at: at } as const;
  expect(textOf(giveaway)).toContain('Expires 28 Nov 2026, 18:00');
  expect(textOf({ ...giveaway, status: 'completed', is_used: true })).toContain(
    'Expired 28 Nov 2026, 18:00',
  );
  const won = { status: 'completed', is_used: true, winner: WINNER } as const;
  expect(textOf({ ...giveaway, ...won })).not.toContain('Expire');
  expect(textOf({ expires_at: at })).toContain('Expires 28 Nov 2026, 18:00');
  expect(textOf({ expires_at: at, status: 'expired' })).toContain('Expired 28 Nov 2026, 18:00');
  expect(textOf({ expires_at: at, status: 'cancelled' })).not.toContain('Expire');
});
