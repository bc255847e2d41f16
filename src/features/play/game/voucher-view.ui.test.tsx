import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { HOUR_MS, SECOND_MS } from '../../../../contract/durations.ts';
import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { noteClock } from '../../../platform/clock/server-time.ts';
import { one, render } from '../../../ui/test-render.ts';
import { VoucherView } from './voucher-view.tsx';

vi.mock('../../../platform/live/use-live.ts', () => ({ useLive: () => ({ phase: 'loading' }) }));
vi.mock('../../../platform/lazy/lazy-component.tsx', () => ({
  lazyComponent: () => Object.assign(() => null, { preload: async () => undefined }),
}));
const visits = vi.hoisted(() => ({ views: 0, watched: 0 }));
vi.mock('../../../platform/tracking.ts', () => ({
  trackView: async () => void (visits.views += 1),
  trackLinkClick: async () => undefined,
}));
vi.mock('../../../platform/worker/data-worker.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  watchVoucher: () => {
    visits.watched += 1;
    return () => undefined;
  },
  callWorker: async () => ({ ok: true }),
}));
afterEach(() => {
  noteClock(0);
  vi.useRealTimers();
});

test('a giveaway that was cancelled before it was paid is not called used, nor in the heading', () => {
  const { container } = render(<VoucherView voucher={sampleVoucher({ status: 'cancelled' })} />);
  expect(one(container, 'button:disabled').textContent).toBe('Voucher cancelled');
  expect(one(container, 'h1').textContent).toContain('Voucher cancelled');
});

test('one that has not started counts down to its start by the server’s clock, and takes guesses then', () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-04T16:00:00') });
  const startsAt = new Date(Date.now() + HOUR_MS).toISOString();
  // The phone is an hour behind: by its own clock there would be two hours left.
  noteClock(-HOUR_MS + 90 * SECOND_MS);
  const voucher = sampleVoucher({ starts_at: startsAt, views: 0 });
  const { container } = render(<VoucherView voucher={voucher} />);
  const claim = one(container, '[data-guess]') as HTMLButtonElement;
  const reasonOf = (): string | undefined =>
    document.getElementById(claim.getAttribute('aria-describedby') ?? '')?.textContent ?? undefined;

  expect(one(container, '[role=timer]').getAttribute('aria-label')).toBe('1 min 30 sec');
  expect(container.textContent).toContain('Starts in');
  expect([claim.disabled, claim.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  expect(reasonOf()).toBe('Opens to guesses on 4 Dec, 17:00');
  act(() => claim.click());
  act(() => void vi.advanceTimersByTime(89 * SECOND_MS));
  expect(container.querySelector('[role=dialog]')).toBeNull();
  expect(claim.getAttribute('aria-disabled')).toBe('true');
  expect(visits).toEqual({ views: 0, watched: 0 });

  act(() => void vi.advanceTimersByTime(SECOND_MS));
  expect([claim.disabled, claim.getAttribute('aria-disabled')]).toEqual([false, null]);
  expect(reasonOf()).toBeUndefined();
  expect(container.querySelector('[role=timer]')).toBeNull();
  expect(container.textContent).toContain('0 / 100 views');
  expect(container.textContent).toContain('Tap to guess');
  expect(visits.watched).toBe(1);
  act(() => void vi.advanceTimersByTime(3 * SECOND_MS));
  expect(visits.views).toBe(1);
});

test('a voucher that was saved before vouchers had a start has none', () => {
  const { starts_at: _, ...saved } = sampleVoucher();
  const { container } = render(<VoucherView voucher={saved as ReturnType<typeof sampleVoucher>} />);
  expect(container.textContent).toContain('Tap to guess');
  expect(container.querySelector('[aria-disabled]')).toBeNull();
});
