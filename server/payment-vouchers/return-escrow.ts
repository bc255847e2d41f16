import { eq } from 'drizzle-orm';

import { expiredNotice, storeNotices } from '../notifications/store-notices.ts';
import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { escrowOf, postMovement, walletOf } from '../ledger/journal.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';

const DESCRIPTIONS = {
  cancelled: 'Payment voucher cancelled',
  expired: 'Payment voucher expired unused',
} as const;

/** Ends an active payment voucher whose row the caller has locked, and refunds its creator. */
export async function returnEscrow(
  tx: Db,
  voucher: Voucher,
  status: keyof typeof DESCRIPTIONS,
  now: Date,
): Promise<void> {
  await tx.update(vouchers).set({ status, completedAt: now }).where(eq(vouchers.id, voucher.id));
  const { id, ulid, amount, currency, creatorId } = voucher;
  await postMovement(
    tx,
    {
      naturalKey: `refund:${ulid}`,
      kind: 'voucher_refund',
      reference: ulid,
      description: DESCRIPTIONS[status],
      voucherId: id,
      entries: [
        { account: escrowOf(id, currency), amount: -amount },
        { account: walletOf(creatorId, currency), amount },
      ],
    },
    now,
  );
  // The creator cancelled it and needs no notification.
  if (status === 'expired') await storeNotices(tx, [expiredNotice(voucher)], now);
}
