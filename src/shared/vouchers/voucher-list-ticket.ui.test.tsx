import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';
import { sampleVoucher } from '../../../local/testing/samples.ts';
import { one, render } from '../../ui/test-render.ts';
import { ListCover, VoucherListTicket } from './voucher-list-ticket.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: 10 * DAY_MS });
});
afterEach(() => vi.useRealTimers());

test.each([
  ['far away', DAY_MS, 30 * SECOND_MS],
  ['near', MINUTE_MS, SECOND_MS],
  ['open', -DAY_MS, 30 * SECOND_MS],
])('a digit that is %s is looked at in steps that fit', (_, inMs, stepMs) => {
  const voucher = sampleVoucher({ reveal_method: 'time', remaining_time: Date.now() + inMs });
  render(<VoucherListTicket voucher={voucher} />);
  const before = Date.now();
  vi.advanceTimersToNextTimer();
  expect(Date.now() - before).toBe(stepMs);
});

test('one that has not started says when it does, and by itself what an open one says', () => {
  const startsAt = new Date(Date.now() + 2 * MINUTE_MS).toISOString();
  const voucher = sampleVoucher({ starts_at: startsAt, views: 0 });
  const { container } = render(<VoucherListTicket voucher={voucher} />);
  expect(container.textContent).toContain('Starts in 2m');
  expect(container.textContent).not.toContain('views');
  act(() => void vi.advanceTimersByTime(MINUTE_MS));
  act(() => void vi.advanceTimersByTime(MINUTE_MS - SECOND_MS));
  expect(container.textContent).toContain('Starts in 1s');
  act(() => void vi.advanceTimersByTime(SECOND_MS));
  expect(container.textContent).not.toContain('Starts in');
  expect(container.textContent).toContain('0 / 100 views');
});

const network = vi.hoisted(() => new Set<() => void>());
vi.mock('../../platform/connectivity.ts', () => ({
  onNetworkReturn: (listener: () => void) => {
    network.add(listener);
    return () => network.delete(listener);
  },
}));

const cover = { src: '/covers/a.webp', srcset: '', width: 4, height: 3, video_bytes: 0 };

test('a picture that failed is asked for again when the network is back', () => {
  // Here nothing is loaded: a picture stays on its way until it is told.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  const { container } = render(<ListCover cover={cover} />);
  const { src } = cover;
  act(() => void one(container, `[src="${src}"]`).dispatchEvent(new Event('error')));
  expect(container.querySelector(`[src="${src}"]`)).toBeNull();
  act(() => {
    for (const listener of network) listener();
  });
  expect(one(container, `[src="${src}"]`).tagName).toBe('IMG');
});
