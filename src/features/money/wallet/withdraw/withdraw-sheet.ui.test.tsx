import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../../contract/errors.ts';
import { REGIONS, type RegionKey } from '../../../../../contract/region-table.ts';
import type { WalletRow } from '../../../../../local/rows.ts';
import { one, render, settle } from '../../../../ui/test-render.ts';
import { WithdrawSheet } from './withdraw-sheet.tsx';

const OFFLINE = { ok: false, error: { code: 'offline', message: errorMessage('offline') } };

vi.mock('../../../../platform/live/use-live.ts', () => ({
  useLive: (_: unknown, [key]: readonly [RegionKey]) => ({
    phase: 'ready',
    data: {
      offer: key === 'nigeria' ? { data: [], fees: [] } : undefined,
      saved: { accounts: [] },
    },
  }),
}));
vi.mock('../../../../platform/worker/data-worker.ts', () => ({ callWorker: async () => OFFLINE }));

const wallet = (currency: WalletRow['currency'], amount: number): WalletRow => ({
  currency,
  amount,
  fetchedAt: 0,
});

test('another wallet can be chosen again where the banks of one are not known', async () => {
  const { container } = render(
    <WithdrawSheet
      open
      onClose={() => undefined}
      region={REGIONS.nigeria}
      wallets={[wallet('NGN', 5_000), wallet('GHS', 100)]}
    />,
  );
  await settle();
  const from = (): HTMLSelectElement => {
    const label = [...container.querySelectorAll('label')].find(
      ({ textContent }) => textContent === 'From',
    );
    return one(container, `#${CSS.escape(label?.htmlFor ?? '')}`) as HTMLSelectElement;
  };
  const choose = (key: RegionKey): Promise<void> =>
    act(async () => {
      from().value = key;
      from().dispatchEvent(new Event('change', { bubbles: true }));
    });
  expect(container.querySelector('form')).not.toBeNull();
  await choose('ghana');
  expect(container.textContent).toContain(errorMessage('offline'));
  await choose('nigeria');
  expect(container.querySelector('form')).not.toBeNull();
});

test('where the person lives is taken once the device has said it, not what stands there before', async () => {
  const sheet = (region: RegionKey, wallets: readonly WalletRow[] | undefined) => (
    <WithdrawSheet open onClose={() => undefined} region={REGIONS[region]} wallets={wallets} />
  );
  const { container, rerender } = render(sheet('ghana', undefined));
  await settle();
  rerender(sheet('nigeria', [wallet('NGN', 5_000)]));
  await settle();
  expect(container.textContent).toContain('Balance ₦5,000');
});
