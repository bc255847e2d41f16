import { act, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { VISIT_VISIBLE_MS } from '../../../contract/constants.ts';
import { sampleVoucher } from '../../../local/testing/samples.ts';
import { render, pass } from '../../ui/test-render.ts';
import { useArrival } from './use-voucher-screen.ts';
import { useFollowing } from './use-following.ts';

const { trackView, reportArrival, network } = vi.hoisted(() => ({
  trackView: vi.fn<(ulid: string) => void>(),
  reportArrival: vi.fn<(id: string, referralCode: string) => { ok: boolean }>(),
  network: new Set<() => void>(),
}));
vi.mock('../../platform/tracking.ts', () => ({ trackView }));
vi.mock('../../platform/connectivity.ts', () => ({
  onNetworkReturn: (listener: () => void) => {
    network.add(listener);
    return () => network.delete(listener);
  },
}));
vi.mock('../../platform/worker/data-worker.ts', () => ({
  tellWorker: async () => undefined,
  watchVoucher: () => () => undefined,
  callWorker: async (call: (worker: object) => unknown) => call({ reportArrival }),
}));

const voucher = sampleVoucher({ status: 'active' });

function Page(): ReactElement | null {
  useFollowing(voucher);
  useArrival(voucher.ulid, 'ADA2');
  return null;
}

let isHidden = false;
/** Shows the page, or puts it behind another. */
const show = (shown: boolean): void => {
  isHidden = !shown;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
const reports = (): readonly number[] => [
  trackView.mock.calls.length,
  reportArrival.mock.calls.length,
];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  trackView.mockReset();
  reportArrival.mockReset().mockReturnValue({ ok: true });
  isHidden = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a visit', () => {
  it('is reported once the page was visible for 2 s', async () => {
    render(<Page />);
    await pass(VISIT_VISIBLE_MS - 1);
    expect(reports()).toEqual([0, 0]);
    await pass(1);
    expect(trackView).toHaveBeenCalledExactlyOnceWith(voucher.ulid);
    expect(reportArrival).toHaveBeenCalledExactlyOnceWith(voucher.ulid, 'ADA2');
    await pass(10 * VISIT_VISIBLE_MS);
    expect(reports()).toEqual([1, 1]);
  });

  it('is none while the page is behind another, nor in pieces', async () => {
    isHidden = true;
    render(<Page />);
    await pass(10 * VISIT_VISIBLE_MS);
    show(true);
    await pass(VISIT_VISIBLE_MS - 1);
    show(false);
    await pass(VISIT_VISIBLE_MS);
    show(true);
    await pass(VISIT_VISIBLE_MS - 1);
    expect(reports()).toEqual([0, 0]);
    await pass(1);
    expect(reports()).toEqual([1, 1]);
  });

  it('is none when the page was left before', async () => {
    const { rerender } = render(<Page />);
    await pass(VISIT_VISIBLE_MS - 1);
    rerender(null);
    await pass(VISIT_VISIBLE_MS);
    expect(reports()).toEqual([0, 0]);
  });
});

it('an arrival that could not be told is told when the network is back, once, and not before it was one', async () => {
  reportArrival.mockReturnValue({ ok: false });
  render(<Page />);
  const comeBack = () => act(async () => network.forEach((listener) => listener()));
  await comeBack();
  expect(reportArrival).not.toHaveBeenCalled();
  await pass(VISIT_VISIBLE_MS);
  expect(reportArrival).toHaveBeenCalledOnce();
  reportArrival.mockReturnValue({ ok: true });
  await comeBack();
  await comeBack();
  expect(reportArrival).toHaveBeenCalledTimes(2);
});
