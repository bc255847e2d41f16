import { UNREAD_MAX } from '../../../contract/constants.ts';

/** How many notifications are unread, as the badge says it: further than to 99 no user counts; '' for none. */
export const unreadText = (unread: number): string =>
  unread > UNREAD_MAX ? `${UNREAD_MAX}+` : String(unread || '');
