import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import { minorToMajor } from '../../contract/money.ts';
import { dateOf } from '../clock.ts';
import { queryRows } from '../db/query-rows.ts';
import type { Deps } from '../deps.ts';
import { readRecipientIds } from '../vouchers/recipient.ts';
import { type NewNotification, storeNotifications } from './store-notifications.ts';

const REMIND_BEFORE_MS = DAY_MS;
/** Whoever has just made or received a voucher knows when it expires. */
const REST_MS = HOUR_MS;
const BATCH_VOUCHERS = 500;

interface Expiring {
  readonly id: number;
  readonly ulid: string;
  readonly amount: string;
  readonly currency: string;
  readonly creatorId: number;
  readonly creator: string;
  readonly recipientId: number | null;
  readonly recipientEmail: string | null;
}

/** Tells creator and recipient of a payment voucher that expires unclaimed within a day, once, however often it runs. */
export async function remindOfExpiry(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  batchVouchers = BATCH_VOUCHERS,
): Promise<void> {
  const now = dateOf(clock);
  const [until, before] = [REMIND_BEFORE_MS, -REST_MS].map((ms) =>
    new Date(now.getTime() + ms).toISOString(),
  );
  let after = 0;
  for (;;) {
    const expiring = await queryRows<Expiring>(db)`
      select voucher.id, voucher.ulid, voucher.amount::text, voucher.currency,
        voucher.creator_id as "creatorId", creator.username as creator,
        voucher.recipient_id as "recipientId", voucher.recipient_email as "recipientEmail"
      from vouchers voucher
      join users creator on creator.id = voucher.creator_id
      where voucher.purpose = 'payment' and voucher.status = 'active' and voucher.id > ${after}
        and voucher.expires_at > ${now.toISOString()}::timestamptz
        and voucher.expires_at <= ${until}::timestamptz
        and voucher.activated_at <= ${before}::timestamptz
        and not exists (
          select from notifications told
          where told.user_id = voucher.creator_id and told.event_key = 'expiring:' || voucher.ulid)
      order by voucher.id limit ${batchVouchers}`;
    const recipients = await readRecipientIds(db, expiring);
    const reminders = expiring.flatMap((one) => remindersOf(one, recipients.get(one.id)));
    await storeNotifications(db, reminders, now);
    const last = expiring.at(-1);
    if (!last || expiring.length < batchVouchers) return;
    after = last.id;
  }
}

function remindersOf(voucher: Expiring, recipientId: number | undefined): NewNotification[] {
  const { ulid, amount, currency, creatorId, creator } = voucher;
  const data = { voucher: ulid, amount: minorToMajor(BigInt(amount)), currency };
  const kind = 'voucher_expiring';
  const eventKey = `expiring:${ulid}`;
  const toCreator = { userId: creatorId, kind, eventKey, data } as const;
  if (recipientId === undefined || recipientId === creatorId) return [toCreator];
  return [toCreator, { ...toCreator, userId: recipientId, data: { ...data, username: creator } }];
}
