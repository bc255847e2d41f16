import type { Db } from '../db/database.ts';
import { notificationEvents } from '../db/schema/notifications.ts';

/** Something of a voucher that its followers are to hear of. */
export interface VoucherEvent {
  readonly kind: Exclude<(typeof notificationEvents.$inferInsert)['kind'], 'announcement'>;
  /** Names it, e.g. `draw:{ulid}`: followers hear of it once. */
  readonly eventKey: string;
  readonly voucherId: number;
}

/**
 * Notes an event in the transaction in which it happens: one row, however many follow the voucher. A job tells
 * them within a minute.
 */
export async function announceEvent(tx: Db, event: VoucherEvent, now: Date): Promise<void> {
  await tx
    .insert(notificationEvents)
    .values({ ...event, createdAt: now })
    .onConflictDoNothing({ target: notificationEvents.eventKey });
}
