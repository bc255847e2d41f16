import { lt } from 'drizzle-orm';

import { dateOf, type Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { sandboxPushes } from '../db/schema/sandbox.ts';
import type { PushSender } from '../notifications/push/push-sender.ts';

/** The sandbox's push service: keeps each message as a device would get it. A token that ends in `-gone` is no more. */
export const createSandboxPush = ({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): PushSender => ({
  async send(token, { data }) {
    if (token.endsWith('-gone')) return { kind: 'gone' };
    const message = { data, from: 'sandbox', priority: 'normal' };
    await db.insert(sandboxPushes).values({ token, message, sentAt: dateOf(clock) });
    return { kind: 'sent' };
  },
});

/** Deletes what was kept before a moment. */
export const deleteSandboxPushes = (db: Db, before: Date): Promise<number> =>
  deleteInBatches(db, sandboxPushes, lt(sandboxPushes.sentAt, before));
