import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { PUSH_OFFER_SUPPRESS_MS } from '../../../contract/constants.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { click, one, render } from '../../ui/test-render.ts';
import { dismissPush } from './push-marks.ts';
import { PushOffer } from './push-offer.tsx';

vi.mock('./push-state.ts', async (original) => ({
  ...(await original<object>()),
  usePushState: () => 'off',
}));
vi.mock('../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: { push: true } }),
}));
vi.mock('../../platform/live/use-refresh.ts', () => ({ useRefresh: () => undefined }));

const NOW = Date.UTC(2026, 10, 2, 9);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

const isOffered = (): boolean => {
  const { container } = render(<PushOffer reason="Hear when a digit opens" />);
  return container.textContent.includes('Hear when a digit opens');
};

test.each([
  ['a moment ago is not offered', 0, false],
  ['just under two weeks ago is not offered', -PUSH_OFFER_SUPPRESS_MS + 1, false],
  ['two weeks ago is offered again', -PUSH_OFFER_SUPPRESS_MS, true],
  ['by a clock that was years ahead is offered again', 2_000 * DAY_MS, true],
])('what was put away %s', (_when, atMs, isShown) => {
  dismissPush(NOW + atMs);
  expect(isOffered()).toBe(isShown);
});

test('it goes as soon as it is put away', () => {
  const { container } = render(<PushOffer reason="Hear when a digit opens" />);
  vi.setSystemTime(NOW + 5_000);
  click(one(container, 'button:last-of-type'));
  expect(container.textContent).toBe('');
});
