import { readUser } from '../../../local/queries/user-and-region.ts';
import { followRead } from '../../platform/live/shared-query.ts';

/** What a browser offers for the app's icon; not every one does. */
type IconBadge = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

/** Says on the app's icon how many notifications are unread. A browser that has no badge, or refuses, goes without. */
export function showBadge(icon: IconBadge, unread: number): void {
  const done = unread > 0 ? icon.setAppBadge?.(unread) : icon.clearAppBadge?.();
  done?.catch(() => undefined);
}

/** Keeps the app's icon true as notifications are read here: a push only ever raises what stands on it. */
export function watchBadge(): void {
  followRead(readUser, [], {
    next: (row) => {
      const unread = row?.user.unread_notifications;
      // A sign-out clears it by itself, and an answer without the number says nothing.
      if (unread !== undefined) showBadge(navigator, unread);
    },
  });
}
