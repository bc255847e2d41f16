import { readUser } from '../../../local/queries/user-and-region.ts';
import { followRead } from '../../platform/live/shared-query.ts';

type IconBadge = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

export function showBadge(icon: IconBadge, unread: number): void {
  const done = unread > 0 ? icon.setAppBadge?.(unread) : icon.clearAppBadge?.();
  done?.catch(() => undefined);
}

/** A push only increases the badge, so reading notifications must decrease it here. */
export function watchBadge(): void {
  followRead(readUser, [], {
    next: (row) => {
      const unread = row?.user.unread_notifications;
      if (unread !== undefined) showBadge(navigator, unread);
    },
  });
}
