import type { GoodiesDatabase } from '../database.ts';
import type { AllowedUsersRow } from '../rows.ts';

/** Who may guess on a private giveaway, as last heard. */
export const readAllowedUsers = (
  db: GoodiesDatabase,
  ulid: string,
): Promise<AllowedUsersRow | undefined> => db.allowedUsers.get(ulid);
