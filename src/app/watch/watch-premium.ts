import type { User } from '../../../contract/accounts.ts';
import { EVENTS } from '../../../contract/storage-keys.ts';
import { readUser } from '../../../local/queries/user-and-region.ts';
import { followRead } from '../../platform/live/shared-query.ts';

type Member = Pick<User, 'id' | 'is_premium'>;

/** Whether it is the same user with another status; another user who signs in is none. */
export const hasChanged = (before: Member | undefined, now: Member | undefined): boolean =>
  before !== undefined && before.id === now?.id && before.is_premium !== now.is_premium;

/** Tells listeners of the page when the user has become premium, or has stopped being it (spec, section 4). */
export function watchPremium(): void {
  let known: Member | undefined;
  followRead(readUser, [], {
    next: (row) => {
      const user = row?.user;
      if (hasChanged(known, user)) dispatchEvent(new CustomEvent(EVENTS.premiumStatusChanged));
      known = user;
    },
  });
}
