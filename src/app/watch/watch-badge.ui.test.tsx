import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';

import { getDatabase } from '../../../local/database.ts';
import { SINGLE, type UserRow } from '../../../local/rows.ts';
import { showBadge, watchBadge } from './watch-badge.ts';

const icon = () => {
  const log: (number | 'none')[] = [];
  return {
    log,
    setAppBadge: async (unread?: number) => void log.push(unread ?? 0),
    clearAppBadge: async () => void log.push('none'),
  };
};

test('follows what is unread, down to nothing', async () => {
  const { log, ...badge } = icon();
  Object.assign(navigator, badge);
  const store = (unread: number) =>
    getDatabase().user.put({
      key: SINGLE,
      user: { unread_notifications: unread },
    } as unknown as UserRow);
  await store(3);
  watchBadge();
  const shows = (...expected: unknown[]) => vi.waitFor(() => expect(log).toEqual(expected));
  await shows(3);
  await store(1);
  await shows(3, 1);
  await store(0);
  await shows(3, 1, 'none');
});

test('a browser without a badge, or that refuses one, goes without', async () => {
  showBadge({}, 2);
  showBadge({}, 0);
  const refuse = vi.fn(() => Promise.reject(new Error('not allowed')));
  showBadge({ setAppBadge: refuse }, 2);
  await Promise.resolve();
  expect(refuse).toHaveBeenCalledWith(2);
});
