import { expect, test } from 'vitest';

import { MINUTE_MS } from '../../../contract/durations.ts';
import { earlierOrder } from './earlier-order.ts';

const SENT = '2026-11-23T10:12:00.000Z';
const sentMs = Date.parse(SENT);

test('an order that was sent just now, or asked about for some minutes, is no earlier one', () => {
  expect(earlierOrder(SENT, sentMs + 2_000)).toBeUndefined();
  expect(earlierOrder(SENT, sentMs + 10 * MINUTE_MS)).toBeUndefined();
});

test('one whose answer never came says when it was sent', () => {
  expect(earlierOrder(SENT, sentMs + 24 * 60 * MINUTE_MS)).toMatch(/^23 Nov at \d\d:\d\d$/);
});

test('a server of before, which does not say when, leaves it open', () => {
  expect(earlierOrder(undefined as unknown as string, sentMs)).toBeUndefined();
});
