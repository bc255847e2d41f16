import { afterEach, expect, test, vi } from 'vitest';

import { HOUR_MS } from '../../../../../contract/durations.ts';
import { noteClock } from '../../../../platform/clock/server-time.ts';
import { render } from '../../../../ui/test-render.ts';
import { CounterVoucher } from './counter-voucher.tsx';
import type { ClaimedVoucher } from './use-counter.ts';

const REDEEMED = { amount: 2_500, currency: 'NGN', message: 'Voucher redeemed for ₦2,500!' };
vi.mock('../use-redeem.ts', () => ({
  useRedeem: () => ({ redeemed: REDEEMED }),
}));
vi.mock('../../../../shared/vouchers/use-voucher-screen.ts', () => ({
  useVoucherScreen: () => ({ screen: { phase: 'loading' }, retry: () => undefined }),
}));

const NOW = Date.UTC(2026, 10, 2, 9);

afterEach(() => {
  noteClock(0);
  vi.useRealTimers();
});

test('a claim is dated by the server’s time, as in the history, where the phone’s clock is hours ahead', () => {
  vi.useFakeTimers({ now: NOW + 3 * HOUR_MS });
  noteClock(3 * HOUR_MS);
  const onTaken = vi.fn<(taken: ClaimedVoucher) => void>();
  render(
    <CounterVoucher
      code="4471902886130"
      onNext={() => undefined}
      onMoving={() => undefined}
      onTaken={onTaken}
    />,
  );
  expect(onTaken.mock.lastCall?.[0].at).toEqual(new Date(NOW));
});
