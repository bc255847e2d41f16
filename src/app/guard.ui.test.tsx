import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { KEYS } from '../../contract/storage-keys.ts';
import { AppRouter } from '../platform/routing/router.tsx';
import { noteSessionExpired, refreshSession } from '../platform/session/session.ts';
import { clearToasts, toasts } from '../platform/toast-store.ts';
import { render, settle, pass } from '../ui/test-render.ts';
import { Guard } from './guard.tsx';

vi.stubGlobal('scrollTo', vi.fn());
const stored = new Map<string, string>();
vi.mock('idb-keyval', () => ({ get: async (key: string) => stored.get(key) }));

const shown = (): string[] => toasts.get().map(({ message }) => message);

async function open(path: string) {
  await refreshSession();
  history.replaceState(null, '', path);
  render(
    <AppRouter path={location.pathname}>
      <Guard>
        <p />
      </Guard>
    </AppRouter>,
  );
  await settle();
}

const openAnalytics = (): Promise<void> => open('/voucher-analytics/5');

async function leave() {
  stored.clear();
  await act(refreshSession);
}

beforeEach(() => {
  clearToasts();
  stored.set(KEYS.token, 'secret');
});

test.each([
  ['/voucher-analytics/5', 'Please log in to view analytics'],
  ['/payment-voucher', 'You must be logged in to create a payment voucher'],
  ['/send-money', 'You must be logged in to create a payment voucher'],
])('a visitor to %s reads for two seconds why they are to log in', async (path, message) => {
  stored.clear();
  vi.useFakeTimers();
  await open(path);
  const asked = location.pathname;
  expect(document.querySelector('[role=alert]')?.textContent).toBe(message);
  expect(document.querySelector('a')?.textContent).toBe('Log In');
  await pass(1_900);
  expect(location.pathname).toBe(asked);
  await pass(200);
  expect(location.pathname + location.search).toBe(`/login?next=${encodeURIComponent(asked)}`);
  vi.useRealTimers();
});

test('so is a user whose session has ended by itself', async () => {
  await openAnalytics();
  noteSessionExpired();
  await leave();
  expect(location.pathname).toBe('/login');
  expect(shown()).toEqual(['Please log in to view analytics']);
});

test('a user who signs out is not asked to log in again', async () => {
  await openAnalytics();
  expect(location.pathname).toBe('/voucher-analytics/5');
  await leave();
  expect(shown()).toEqual([]);
});
