import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  clearToasts,
  dismissToast,
  holdToasts,
  leavePage,
  notify,
  restartToast,
  toasts,
  toast,
} from './toast-store.ts';

const messages = (): string[] => toasts.get().map(({ message }) => message);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  clearToasts();
  vi.useRealTimers();
});

test('a toast leaves after 2 s', () => {
  toast('Transactions refreshed');
  vi.advanceTimersByTime(1_999);
  expect(messages()).toEqual(['Transactions refreshed']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test('its 2 s begin when it is on the screen', () => {
  const late = toast('Please log in to view analytics');
  vi.advanceTimersByTime(1_500);
  restartToast(late);
  vi.advanceTimersByTime(1_999);
  expect(messages()).toEqual(['Please log in to view analytics']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
  restartToast(late);
  expect(messages()).toEqual([]);
});

test('errors and a duration of 0 stay until closed', () => {
  const error = toast('Network error occurred', { kind: 'error' });
  const lasting = toast('Entry received', { durationMs: 0 });
  vi.advanceTimersByTime(3_600_000);
  expect(toasts.get()).toHaveLength(2);
  dismissToast(error);
  dismissToast(lasting);
  expect(toasts.get()).toEqual([]);
});

test('in-app notifications stay 5 s, errors 8 s', () => {
  notify('A digit has been revealed!', { detail: '₦25,000 by @adaobi_o' });
  notify('Notification Setup Failed', { kind: 'error' });
  vi.advanceTimersByTime(5_000);
  expect(messages()).toEqual(['Notification Setup Failed']);
  vi.advanceTimersByTime(3_000);
  expect(messages()).toEqual([]);
});

test('the same words again restart the clock instead of piling up', () => {
  const first = toast('Saved');
  vi.advanceTimersByTime(1_500);
  expect(toast('Saved')).toBe(first);
  vi.advanceTimersByTime(1_500);
  expect(messages()).toEqual(['Saved']);
  vi.advanceTimersByTime(500);
  expect(messages()).toEqual([]);
});

test('held toasts stay, and start their time anew when let go', () => {
  const id = toast('Saved');
  holdToasts(id, true);
  vi.advanceTimersByTime(60_000);
  expect(messages()).toEqual(['Saved']);
  holdToasts(id, false);
  vi.advanceTimersByTime(1_999);
  expect(messages()).toEqual(['Saved']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test('a toast that is closed while it is held lets those of now and of later leave', () => {
  const closed = toast('Network error occurred', { kind: 'error' });
  toast('Saved');
  holdToasts(closed, true);
  dismissToast(closed);
  vi.advanceTimersByTime(2_000);
  expect(messages()).toEqual([]);
  toast('Transactions refreshed');
  vi.advanceTimersByTime(2_000);
  expect(messages()).toEqual([]);
});

test('what was said on a page goes with it, not before its 2 s; what is said on leaving, and an offer, stay', () => {
  const ids = [
    toast('Network error occurred', { kind: 'error' }),
    toast('Entry received', { durationMs: 0 }),
    notify('A new version is ready', { durationMs: 0, action: { label: 'Update' } }),
  ];
  for (const id of ids) restartToast(id);
  vi.advanceTimersByTime(1_500);
  toast('Please log in to redeem vouchers', { kind: 'error' });
  leavePage();
  vi.advanceTimersByTime(499);
  expect(messages()).toHaveLength(4);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual(['A new version is ready', 'Please log in to redeem vouchers']);
  vi.advanceTimersByTime(3_600_000);
  expect(messages()).toHaveLength(2);
});

test('listeners hear of coming and going until they unsubscribe', () => {
  const listener = vi.fn();
  const unsubscribe = toasts.subscribe(listener);
  const id = toast('Saved');
  dismissToast(id);
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  toast('Saved again');
  expect(listener).toHaveBeenCalledTimes(2);
});
