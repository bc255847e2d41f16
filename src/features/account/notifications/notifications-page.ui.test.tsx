import { beforeEach, expect, test, vi } from 'vitest';

import type { NotificationRow } from '../../../../local/rows.ts';
import { render, settle } from '../../../ui/test-render.ts';
import NotificationsPage from './notifications-page.tsx';

const readNotices = vi.fn<(ids: unknown) => void>();
let unread = 0;
let rows: readonly NotificationRow[] = [];

vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (call: (worker: object) => unknown) => call({ readNotices }),
}));
vi.mock('../../../shared/accounts/user.ts', () => ({
  useUser: () => ({ unread_notifications: unread }),
}));
vi.mock('./use-notices.ts', () => ({ useNotices: () => ({ view: { phase: 'list', rows } }) }));

const notice = (id: number, readAt: string | null): NotificationRow =>
  ({
    id,
    kind: 'coins_earned',
    data: { coins: 50 },
    created_at: '2026-11-20T08:00:00Z',
    read_at: readAt,
  }) as NotificationRow;
const READ_AT = '2026-11-20T09:00:00Z';

beforeEach(() => {
  readNotices.mockClear();
  unread = 0;
});

async function opened() {
  const { container, rerender } = render(<NotificationsPage />);
  await settle();
  return {
    news: () =>
      [...container.querySelectorAll('a')].filter((row) => row.textContent.includes('New')),
    again: () => rerender(<NotificationsPage />),
  };
}

test('opening the inbox reads it, and what was new is still marked during this visit', async () => {
  rows = [notice(2, null), notice(1, READ_AT)];
  const { news, again } = await opened();
  expect(readNotices.mock.calls).toEqual([['all']]);
  rows = [notice(2, READ_AT), notice(1, READ_AT)];
  again();
  expect(news()).toHaveLength(1);
  // What comes while it is open is read, too.
  rows = [notice(3, null), ...rows];
  again();
  expect(readNotices).toHaveBeenCalledTimes(2);
  expect(news()).toHaveLength(2);
});

test('what the bell counts further back than the list goes is read as well', async () => {
  rows = [notice(1, READ_AT)];
  unread = 3;
  await opened();
  expect(readNotices.mock.calls).toEqual([['all']]);
});

test('what is read already is not sent again', async () => {
  rows = [notice(1, READ_AT)];
  await opened();
  expect(readNotices).not.toHaveBeenCalled();
});
