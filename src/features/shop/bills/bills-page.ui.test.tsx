import { expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../contract/errors.ts';
import { buttonNamed, click, one, render, settle } from '../../../ui/test-render.ts';
import BillsPage from './bills-page.tsx';

const told: string[] = [];
const RECENT = {
  biller: 'gone',
  biller_name: 'Old Power',
  item: 'prepaid',
  customer: '12345678',
  customer_name: null,
  amount: 1_000,
  paid_at: '2026-01-01T00:00:00Z',
};

vi.mock('../../../platform/toast-store.ts', () => ({ toast: (text: string) => told.push(text) }));
const at = vi.hoisted(() => ({ region: 'nigeria' }));
const CATEGORIES = {
  nigeria: [],
  ghana: [{ id: 'electricity', name: 'Electricity', billers: [] }],
  kenya: [{ id: 'water', name: 'Water', billers: [] }],
};
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () => ({
    phase: 'ready',
    data: {
      region: at.region,
      isVerified: true,
      wallets: [
        {
          currency: 'NGN',
          amount: 5_000,
          held: [{ amount: 4_600, until: '2100-01-01T00:00:00Z', because: 'of a test' }],
        },
      ],
      offer: { data: CATEGORIES[at.region as 'ghana'], recent: [RECENT], currency: 'NGN' },
    },
  }),
}));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async () => ({ ok: true, value: undefined }),
}));

test('a bill whose provider is no longer offered says so, instead of doing nothing', async () => {
  const { container } = render(<BillsPage />);
  await settle();
  click(buttonNamed(container, 'Pay it again'));
  expect(told).toEqual([errorMessage('biller_gone')]);
});

test('a shop counts with what may leave the wallet, and says what of it is held', async () => {
  const { container } = render(<BillsPage />);
  await settle();
  expect(container.textContent).toContain('Can be spent now: ₦400');
  expect(container.textContent).toContain('₦4,600 held until 1 January 2100');
});

test('another region begins with what is sold there, not with what was chosen before', async () => {
  at.region = 'ghana';
  const { container, rerender } = render(<BillsPage />);
  await settle();
  expect(one(container, 'input[value=electricity]').matches(':checked')).toBe(true);
  at.region = 'kenya';
  rerender(<BillsPage />);
  await settle();
  expect(one(container, 'input[value=water]').matches(':checked')).toBe(true);
});
