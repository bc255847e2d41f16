import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';
import { sampleVoucher } from '../../../local/testing/samples.ts';
import { render } from '../../ui/test-render.ts';
import { VoucherListTicket } from './voucher-list-ticket.tsx';

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
