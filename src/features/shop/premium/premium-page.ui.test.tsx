import { expect, test, vi } from 'vitest';

import { sampleUser } from '../../../../local/testing/samples.ts';
import { AppRouter } from '../../../platform/routing/router.tsx';
import { buttonNamed, click, render, settle } from '../../../ui/test-render.ts';
import PremiumPage from './premium-page.tsx';

const ROW = {
  user: sampleUser(),
  subscription: { status: 'active', days_remaining: 3 },
  fetchedAt: Date.now(),
};

vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: ROW }),
}));
vi.mock('../../../shared/payments/use-payment-means.ts', () => ({
  usePaymentMeans: () => ({ methods: [], held: [] }),
}));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (ask: (worker: object) => unknown) =>
    ask({
      refreshUser: async () => ({ ok: true, value: undefined }),
      verifyPremium: async () => ({
        ok: true,
        value: { status: 'failed', reason: 'declined', credited_to: null },
      }),
    }),
}));

test('a declined extension is begun again', async () => {
  history.replaceState(null, '', '/premium?reference=GDT-1');
  const { container } = render(
    <AppRouter path="/premium" search={location.search}>
      <PremiumPage />
    </AppRouter>,
  );
  await settle();
  click(buttonNamed(container, /Try again/));
  expect(buttonNamed(container, /Extend Premium/)).toBeDefined();
});
