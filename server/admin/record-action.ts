import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { adminActions } from '../db/schema/admin.ts';
import type { Deps } from '../deps.ts';

/** Who does something by hand, and why. */
export interface Mandate {
  readonly by: string;
  readonly why: string;
}

export interface AdminAction {
  readonly action: string;
  /** What it was done to, e.g. `hold:12`. */
  readonly subject: string;
  /** What came of it, in words. It stays for good, so it names a user by their number and quotes no message. */
  readonly outcome: string;
}

/** Writes down what an administrator did, in the transaction that does it. */
export async function recordAction(
  tx: Db,
  { clock }: Pick<Deps, 'clock'>,
  { by, why }: Mandate,
  { action, subject, outcome }: AdminAction,
): Promise<void> {
  await tx
    .insert(adminActions)
    .values({ by, why, action, subject, outcome, createdAt: dateOf(clock) });
}
