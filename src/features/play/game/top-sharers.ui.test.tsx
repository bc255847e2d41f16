import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../contract/errors.ts';
import { sampleVoucher, ULID_A } from '../../../../local/testing/samples.ts';
import { one, render, settle } from '../../../ui/test-render.ts';
import { TopSharers } from './top-sharers.tsx';

const refreshSharers = vi.fn<(ulid: string) => Promise<object>>();

vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (ask: (worker: object) => unknown) => ask({ refreshSharers }),
}));
let row: object | undefined;
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: row }),
}));

const list = (overrides: Parameters<typeof sampleVoucher>[0] = {}) => (
  <TopSharers voucher={sampleVoucher(overrides)} />
);

beforeEach(() => {
  row = undefined;
  refreshSharers.mockReset().mockResolvedValue({ ok: true, value: undefined });
});

test('a list that cannot be fetched says so, and is asked for again', async () => {
  const message = errorMessage('offline');
  refreshSharers.mockResolvedValue({ ok: false, error: { code: 'offline', message } });
  const { container } = render(list());
  await settle();
  expect(one(container, '[role=status]').textContent).toContain(message);
  await act(async () => one(container, 'button').click());
  expect(refreshSharers.mock.calls).toEqual([[ULID_A], [ULID_A]]);
});

test('it is asked for anew once the voucher is over', async () => {
  const { rerender } = render(list());
  rerender(list({ views: 11 }));
  expect(refreshSharers).toHaveBeenCalledTimes(1);
  rerender(list({ status: 'completed' }));
  expect(refreshSharers).toHaveBeenCalledTimes(2);
  await settle();
});

test('nobody is asked to share a voucher that is over', async () => {
  row = { sharers: [], own: null };
  const { container, rerender } = render(list());
  expect(container.textContent).toContain('Your link can be the first.');
  rerender(list({ status: 'completed' }));
  expect(container.textContent).not.toContain('Your link can be the first.');
  await settle();
});
