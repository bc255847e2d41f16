import type { User } from '../../../contract/accounts.ts';
import { EVENTS } from '../../../contract/storage-keys.ts';
import { getDatabase } from '../../../local/database.ts';
import { readUser } from '../../../local/queries/user-and-region.ts';
import { serverNow } from '../../platform/clock/server-time.ts';
import { followRead } from '../../platform/live/shared-query.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';

type Member = Pick<User, 'id' | 'is_premium'>;

export const hasChanged = (before: Member | undefined, now: Member | undefined): boolean =>
  before !== undefined && before.id === now?.id && before.is_premium !== now.is_premium;

async function refreshWaits(): Promise<void> {
  const running = (await getDatabase().waits.toArray()).filter(
    (wait) => wait.untilMs > serverNow(),
  );
  for (const { ulid } of running)
    await callWorker((worker) => worker.refreshVoucher(ulid, { force: true }));
}

/** Announces a changed premium status (spec section 4) and refreshes shortened waits. */
export function watchPremium(): void {
  addEventListener(EVENTS.premiumStatusChanged, () => void refreshWaits());
  let known: Member | undefined;
  followRead(readUser, [], {
    next: (row) => {
      const user = row?.user;
      if (hasChanged(known, user)) dispatchEvent(new CustomEvent(EVENTS.premiumStatusChanged));
      known = user;
    },
  });
}
