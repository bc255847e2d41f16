import { expect, test, vi } from 'vitest';

import type { WalletRow } from '../../../local/rows.ts';
import { render } from '../../ui/test-render.ts';
import { Success } from './success.tsx';

const device = vi.hoisted(
  (): { wallets: Pick<WalletRow, 'currency' | 'amount' | 'fetchedAt'>[] } => ({
    wallets: [],
  }),
);
vi.mock('../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: device.wallets }),
}));

const shown = (): string =>
  render(
    <Success
      redeemed={{ message: 'Voucher redeemed for ₦2,500!', amount: 2_500, currency: 'NGN' }}
    />,
  ).container.textContent;

test('says what came in, and the balance only once it is known anew', () => {
  device.wallets = [{ currency: 'NGN', amount: 100, fetchedAt: Date.now() - 60_000 }];
  expect(shown()).toContain('Voucher redeemed for ₦2,500!');
  expect(shown()).toContain('The money is in your wallet');
  device.wallets = [{ currency: 'NGN', amount: 2_600, fetchedAt: Date.now() + 60_000 }];
  expect(shown()).toContain('Your balance is now ₦2,600');
});
