import { beforeEach, expect, test, vi } from 'vitest';

import type { NotificationRow } from '../../../../local/rows.ts';
import { click, one, render, settle } from '../../../ui/test-render.ts';
import NotificationsPage from './notifications-page.tsx';

const markRead = vi.fn<(ids: unknown) => void>();
let readAt: string | null = null;

let unread = 0;

vi.mock('../../../shared/accounts/user.ts', () => ({
  useUser: () => ({ unread_notifications: unread }),
}));
vi.mock('./use-notices.ts', () => ({
  markRead: (ids: unknown) => markRead(ids),
  useNotices: () => ({ view: { phase: 'list', rows: [{ read_at: readAt }] as NotificationRow[] } }),
}));

beforeEach(() => void markRead.mockClear());

test('what marks all as read keeps the focus once nothing is unread', async () => {
  const { container, rerender } = render(<NotificationsPage />);
  await settle();
  const button = one(container, 'button') as HTMLButtonElement;
  click(button);
  readAt = '2026-11-20T08:00:00Z';
  rerender(<NotificationsPage />);
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  click(button);
  expect(markRead.mock.calls).toEqual([['all']]);
});

test('what the badge counts further back than the list goes can be marked as read', async () => {
  readAt = '2026-11-20T08:00:00Z';
  unread = 3;
  const { container } = render(<NotificationsPage />);
  await settle();
  click(one(container, 'button'));
  expect(markRead.mock.calls).toEqual([['all']]);
});
