import { UNREAD_MAX } from '../../../contract/constants.ts';

export const unreadText = (unread: number): string =>
  unread > UNREAD_MAX ? `${UNREAD_MAX}+` : String(unread || '');
