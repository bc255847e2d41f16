import { expect, test, vi } from 'vitest';

import { sampleMethod } from '../../../../../local/testing/samples.ts';
import { one, render, settle } from '../../../../ui/test-render.ts';
import { formatClock, formatLongDate } from '../../../../ui/text/format-time.ts';
import { TopUpSheet } from './top-up-sheet.tsx';

const { NOW } = vi.hoisted(() => ({ NOW: new Date(2026, 10, 28, 14, 5) }));
vi.mock('../../../../platform/clock/use-now.ts', () => ({ useNow: () => NOW }));
vi.mock('../../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: undefined }),
}));
vi.mock('../../../../platform/worker/data-worker.ts', () => ({
  callWorker: async () => ({ ok: true, value: undefined }),
}));
vi.mock('../../../../shared/payments/use-asked-fields.ts', () => ({ useAskedFields: () => [] }));

async function factsWith(method: string, cardHoldHours?: number): Promise<string> {
  const { container } = render(
    <TopUpSheet
      open
      onClose={() => undefined}
      currency="NGN"
      methods={[sampleMethod(method, method === 'mpesa' ? { icon: 'smartphone' } : {})]}
      refresh={{ phase: 'done' } as never}
      onRetry={() => undefined}
      start={{ methodId: method, amount: '', again: undefined }}
      cardHoldHours={cardHoldHours}
    />,
  );
  await settle();
  return one(container, 'dl').textContent ?? '';
}

test('before paying by card one is told from when the money can be withdrawn', async () => {
  const at = new Date(NOW.getTime() + 72 * 3_600_000);
  expect(await factsWith('paystack', 72)).toContain(
    `Paid by cardPlay at once, withdraw from ${formatLongDate(at)}, ${formatClock(at)}`,
  );
});

test('without an answer that says when, one is told how long it takes at most', async () => {
  expect(await factsWith('paystack')).toContain('Play at once, withdraw after 1 to 3 days');
});

test('mobile money is no card', async () => {
  expect(await factsWith('mpesa', 72)).not.toContain('Paid by card');
});
