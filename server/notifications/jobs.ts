import { lt } from 'drizzle-orm';

import { NOTICES_KEEP_MS, PUSH_TOKEN_KEEP_MS } from '../../contract/constants.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import {
  notificationEvents,
  notifications,
  pushDeliveries,
  pushTokens,
} from '../db/schema/notifications.ts';
import type { Deps } from '../deps.ts';
import { EVERY_MINUTE, EVERY_TEN_MINUTES } from '../jobs/jobs.ts';
import { deleteSandboxPushes } from '../sandbox/push.ts';
import { createPushOutbox } from './push/send-pushes.ts';
import { sendNotificationMails } from './send-notification-mails.ts';
import { notifyFollowers } from './notify-followers.ts';
import { remindOfExpiry } from './remind-of-expiry.ts';
import { PUSH_KEEP_MS } from './push/push-message.ts';

export async function sweepNotifications({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const longAgo = new Date(clock.now() - NOTICES_KEEP_MS);
  await deleteInBatches(db, notifications, lt(notifications.createdAt, longAgo));
  await deleteInBatches(db, notificationEvents, lt(notificationEvents.createdAt, longAgo));
  const unseen = new Date(clock.now() - PUSH_TOKEN_KEEP_MS);
  await deleteInBatches(db, pushTokens, lt(pushTokens.seenAt, unseen));
  const undone = new Date(clock.now() - PUSH_KEEP_MS);
  await deleteInBatches(db, pushDeliveries, lt(pushDeliveries.dueAt, undone));
  await deleteSandboxPushes(db, longAgo);
}

export function registerNotificationJobs(deps: Deps): void {
  const { jobs, push } = deps;
  jobs.handle('tell-followers', () => notifyFollowers(deps), EVERY_MINUTE);
  jobs.keep('notice-mails', (stopping) => sendNotificationMails(deps, stopping));
  if (push) jobs.keep('push', createPushOutbox(deps, push).work);
  for (const queue of ['send-notice-mails', 'send-pushes']) jobs.retire(queue);
  jobs.handle('remind-of-expiry', () => remindOfExpiry(deps), EVERY_TEN_MINUTES);
  jobs.handle('sweep-notices', () => sweepNotifications(deps), '13 4 * * *');
}
