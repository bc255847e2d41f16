import { and, eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { journalTransactions } from '../db/schema/ledger.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Payment } from './payment-row.ts';

/** The voucher that a payment was made for, and whether it is this payment that paid for it. */
export async function readPaidVoucher(db: Db, { voucherId, reference }: Payment) {
  const [row] = await db
    .select({ voucher: vouchers, paidBy: journalTransactions.id })
    .from(vouchers)
    .leftJoin(
      journalTransactions,
      and(
        eq(journalTransactions.voucherId, vouchers.id),
        eq(journalTransactions.kind, 'voucher_payment'),
        eq(journalTransactions.reference, reference),
      ),
    )
    .where(eq(vouchers.id, voucherId ?? 0));
  if (!row) throw new Error(`payment ${reference} is for no voucher`);
  return { voucher: row.voucher, paidVoucher: row.paidBy !== null };
}
