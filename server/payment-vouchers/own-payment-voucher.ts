import { eq } from 'drizzle-orm';

import { UpdateTwoFactorAnswer, UpdateTwoFactorBody } from '../../contract/payment-vouchers.ts';
import { VoucherParams } from '../../contract/vouchers.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { inTransaction } from '../db/transaction.ts';
import { callerOf } from '../http/access.ts';
import { AppError } from '../http/app-error.ts';
import { postMovement } from '../ledger/journal.ts';
import { expiredNotification, storeNotifications } from '../notifications/store-notifications.ts';
import { refundOf } from '../vouchers/voucher-movement.ts';
import { lockOwnVoucher, hasExpired, type Voucher } from '../vouchers/voucher-row.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';

/** Locks a payment voucher for its creator. @throws AppError `voucher_not_found`, `payment_voucher_only` */
export async function lockOwnPaymentVoucher(
  tx: Db,
  refText: string,
  userId: number,
): Promise<Voucher> {
  const voucher = await lockOwnVoucher(tx, refText, userId);
  if (voucher.purpose !== 'payment') throw new AppError('payment_voucher_only');
  return voucher;
}

/** @throws AppError `voucher_used`, `voucher_expired`, `voucher_not_active` */
export function assertUnused(voucher: Pick<Voucher, 'status' | 'expiresAt'>, now: Date): void {
  const { status } = voucher;
  if (status === 'used') throw new AppError('voucher_used');
  if (status === 'expired' || (status === 'active' && hasExpired(voucher, now)))
    throw new AppError('voucher_expired');
  if (status !== 'active') throw new AppError('voucher_not_active');
}

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
  await postMovement(tx, refundOf(voucher, DESCRIPTIONS[status]), now);
  // The creator cancelled it and needs no notification.
  if (status === 'expired') await storeNotifications(tx, [expiredNotification(voucher)], now);
}

const route = taggedRoutes('Payment vouchers');

export const twoFactorRoutes = routesOf(async (app, deps) => {
  app.post(
    '/vouchers/:id/update-2fa',
    route(
      'user',
      'Ask for a release code when a payment voucher is redeemed, or not',
      UpdateTwoFactorAnswer,
      { params: VoucherParams, body: UpdateTwoFactorBody },
    ),
    async (request) => {
      const { userId } = callerOf(request);
      const enabled = Boolean(request.body.enable_2fa);
      await inTransaction(deps.db, async (tx) => {
        const voucher = await lockOwnPaymentVoucher(tx, request.params.id, userId);
        assertUnused(voucher, dateOf(deps.clock));
        await tx.update(vouchers).set({ enable2fa: enabled }).where(eq(vouchers.id, voucher.id));
      });
      const message = enabled ? 'Release code is on' : 'Release code is off';
      return { success, message, data: { enable_2fa: enabled } };
    },
  );
});
