import { lt } from 'drizzle-orm';

import { NOTICES_KEEP_MS } from '../../contract/constants.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { notificationEvents, notifications } from '../db/schema/notifications.ts';
import type { Deps } from '../deps.ts';
import { sendNoticeMails } from './send-notice-mails.ts';
import { tellFollowers } from './tell-followers.ts';

const TELL_FOLLOWERS = 'tell-followers';
const SEND_NOTICE_MAILS = 'send-notice-mails';
const SWEEP_NOTICES = 'sweep-notices';
const EVERY_MINUTE = '* * * * *';
const NIGHTLY = '13 4 * * *';

/** Deletes what users were told long ago. */
export async function sweepNotices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const longAgo = new Date(clock.now() - NOTICES_KEEP_MS);
  await deleteInBatches(db, notifications, lt(notifications.createdAt, longAgo));
  await deleteInBatches(db, notificationEvents, lt(notificationEvents.createdAt, longAgo));
}

/** Says who brings notifications to their users; before the jobs start. */
export function registerNotificationJobs(deps: Deps): void {
  deps.jobs.handle(TELL_FOLLOWERS, () => tellFollowers(deps));
  deps.jobs.schedule(TELL_FOLLOWERS, EVERY_MINUTE);
  deps.jobs.handle(SEND_NOTICE_MAILS, () => sendNoticeMails(deps));
  deps.jobs.schedule(SEND_NOTICE_MAILS, EVERY_MINUTE);
  deps.jobs.handle(SWEEP_NOTICES, () => sweepNotices(deps));
  deps.jobs.schedule(SWEEP_NOTICES, NIGHTLY);
}
