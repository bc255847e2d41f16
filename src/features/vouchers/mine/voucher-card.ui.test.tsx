import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { sampleCreated } from '../../../../local/testing/samples.ts';
import { click, one, render } from '../../../ui/test-render.ts';
import { TwoFactorSwitch, VoucherCard } from './voucher-card.tsx';

const asked: boolean[] = [];
let answer: (result: object) => void;

vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: (ask: (worker: object) => unknown) => {
    ask({ updateTwoFactor: (_: string, isOn: boolean) => asked.push(isOn) });
    return new Promise((resolve) => {
      answer = resolve;
    });
  },
}));

test('it is asked for once at a time, keeps the focus, and turns back where it is refused', async () => {
  const voucher = { ...sampleCreated({ enable_2fa: false }), fetchedAt: 0 };
  const { container } = render(<TwoFactorSwitch voucher={voucher} isOffline={false} />);
  const box = one(container, 'input') as HTMLInputElement;
  click(box);
  expect([box.checked, box.disabled]).toEqual([true, false]);
  expect(asked).toEqual([true]);
  await act(async () => answer({ ok: false, error: { code: 'network', message: 'No network' } }));
  expect(box.checked).toBe(false);

  click(box);
  click(box);
  click(box);
  expect(box.checked).toBe(true);
  expect(asked).toEqual([true, true]);
  await act(async () => answer({ ok: true }));
  expect(asked).toEqual([true, true, false]);
  await act(async () => answer({ ok: true }));
  expect(asked).toEqual([true, true, false, true]);
  expect(box.checked).toBe(true);
});

test('without it the code alone redeems the voucher, for whom it is meant', () => {
  const switchOf = (recipient: string | null) => {
    const voucher = sampleCreated({ enable_2fa: false, recipient_email: recipient });
    return <TwoFactorSwitch voucher={voucher} isOffline={false} />;
  };
  const { container, rerender } = render(switchOf(null));
  expect(container.textContent).toContain('The voucher code alone redeems it');
  rerender(switchOf('kofi@goodies.test'));
  expect(container.textContent).toContain(
    'kofi@goodies.test redeems it with the voucher code alone',
  );
});

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

test('a giveaway that is about to open leads to its live view', () => {
  const nearly = { purpose: 'giveaway', reveal_method: 'views', second_reveal_views: 100 } as const;
  const views = { ...nearly, first_reveal_views: null, status: 'active' } as const;
  expect(textOf({ ...views, views: 95 })).toContain('Watch live');
  expect(textOf({ ...views, views: 50 })).not.toContain('Watch live');
  expect(textOf({ ...views, views: 95, status: 'completed', is_used: true })).not.toContain(
    'Watch live',
  );
});
