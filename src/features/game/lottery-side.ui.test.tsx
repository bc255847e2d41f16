import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { VoucherDetail } from '../../../contract/vouchers.ts';
import { sampleVoucher, ULID_A } from '../../../local/testing/samples.ts';
import { click, render } from '../../ui/test-render.ts';
import { LotterySide } from './lottery-side.tsx';

const asked: unknown[][] = [];
const worker = {
  refreshEntries: async (...args: unknown[]) => {
    asked.push(args);
    return { ok: true, value: undefined };
  },
};

vi.mock('../../platform/worker/data-worker.ts', () => ({
  callWorker: async (call: (to: typeof worker) => unknown) => call(worker),
}));
vi.mock('../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: undefined }),
}));

beforeEach(() => {
  asked.length = 0;
});

const side = (overrides: Partial<VoucherDetail> = {}) => (
  <LotterySide
    voucher={sampleVoucher({ reveal_method: 'lottery', entries_count: 2, ...overrides })}
    sharers={null}
  />
);

test('entries are asked for anew with each new one, and when the draw opens them', async () => {
  const { container, rerender } = render(side());
  const [, entries] = container.querySelectorAll<HTMLElement>('[role=tab]');
  if (entries) click(entries);
  await act(async () => undefined);
  expect(asked).toEqual([[ULID_A, 1, { force: true }]]);
  rerender(side({ views: 11 }));
  expect(asked).toHaveLength(1);
  rerender(side({ entries_count: 3 }));
  expect(asked).toHaveLength(2);
  rerender(side({ entries_count: 3, status: 'completed' }));
  expect(asked).toHaveLength(3);
  await act(async () => undefined);
});
