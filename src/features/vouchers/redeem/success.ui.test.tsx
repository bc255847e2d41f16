import { afterEach, expect, test, vi } from 'vitest';

import type { WalletRow } from '../../../../local/rows.ts';
import { noteClock, serverNow } from '../../../platform/clock/server-time.ts';
import { render } from '../../../ui/test-render.ts';
import { Success } from './redeem-sheet.tsx';

const device = vi.hoisted(
  (): { wallets: Pick<WalletRow, 'currency' | 'amount' | 'fetchedAt'>[] } => ({
    wallets: [],
  }),
);
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: device.wallets }),
}));

const shown = (): string =>
  render(
    <Success
      redeemed={{ message: 'Voucher redeemed for ₦2,500!', amount: 2_500, currency: 'NGN' }}
    />,
  ).container.textContent;

afterEach(() => noteClock(0));

test('says what came in, and the balance only once it is known anew', () => {
  device.wallets = [{ currency: 'NGN', amount: 100, fetchedAt: Date.now() - 60_000 }];
  expect(shown()).toContain('Voucher redeemed for ₦2,500!');
  expect(shown()).toContain('The money is in your wallet');
  device.wallets = [{ currency: 'NGN', amount: 2_600, fetchedAt: Date.now() + 60_000 }];
  expect(shown()).toContain('Your balance is now ₦2,600');
});

test.each([
  ['years behind', -2_000],
  ['a day ahead', 1],
])('goes by the server’s time where the clock is %s', (_, aheadDays) => {
  noteClock(aheadDays * 86_400_000);
  device.wallets = [{ currency: 'NGN', amount: 100, fetchedAt: serverNow() - 60_000 }];
  expect(shown()).toContain('The money is in your wallet');
  device.wallets = [{ currency: 'NGN', amount: 2_600, fetchedAt: serverNow() + 60_000 }];
  expect(shown()).toContain('Your balance is now ₦2,600');
});
