import { act, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import { buttonNamed, render, settle } from '../../../../ui/test-render.ts';
import { useWallet } from '../use-wallet.ts';
import { TopUpSheet } from './top-up-sheet.tsx';

const done = async () => ({ ok: true, value: undefined });
const refreshAnswer = vi.fn<() => Promise<object>>();

vi.mock('../../../../platform/live/use-live.ts', () => ({ useLive: () => ({ phase: 'loading' }) }));
vi.mock('../../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (ask: (worker: object) => unknown) =>
    ask({
      refreshWallets: done,
      refreshTransactions: done,
      refreshRates: done,
      refreshAnswer,
    }),
}));

function TopUp(): ReactElement {
  const { region, methods, refresh, retry } = useWallet();
  return (
    <TopUpSheet
      open
      onClose={() => undefined}
      currency={region.currency}
      methods={methods}
      refresh={refresh}
      onRetry={retry}
      start={{ methodId: '', amount: '', again: undefined }}
    />
  );
}

test('payment methods that cannot be fetched are asked for again, and said to be missing', async () => {
  const message = 'Failed to load payment methods';
  refreshAnswer.mockResolvedValue({
    ok: false,
    error: { code: 'payment_methods_failed', message, status: 500 },
  });
  const { container } = render(<TopUp />);
  await settle();
  expect(container.querySelector('[role=alert]')?.textContent).toContain(message);
  await act(async () => buttonNamed(container, 'Retry').click());
  expect(refreshAnswer).toHaveBeenCalledTimes(2);
});
