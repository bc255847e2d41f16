import { ulid as newUlid } from 'ulid';

import { minorToMajor } from '../../contract/money.ts';
import { PAYMENT_MESSAGES } from '../../contract/payments/payment-messages.ts';
import type { PaymentVoucherFields } from '../../contract/payment-vouchers.ts';
import type { CreateVoucherAnswer } from '../../contract/vouchers.ts';
import { getUser } from '../accounts/find-user.ts';
import { keepAccount } from '../accounts/profile/lock-undeleted.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { withIdempotencyKey, type Answer, type RequestKey } from '../http/idempotency.ts';
import { insertPaymentVoucher } from './insert-payment-voucher.ts';
import { readPaymentVoucherTerms } from './payment-voucher-terms.ts';

export interface PaymentVoucherRequest {
  readonly creatorId: number;
  readonly fields: PaymentVoucherFields;
  readonly requestKey: RequestKey | undefined;
}

/**
 * Makes a payment voucher with the code that its creator's device drew. It stays `pending`, and only its
 * creator sees it, until its amount is paid.
 * @throws AppError `code_taken` for the code of another payment voucher, those of its terms, and `unauthenticated` where
 * the account was deleted meanwhile.
 */
export async function createPaymentVoucher(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  { creatorId, fields, requestKey }: PaymentVoucherRequest,
): Promise<Answer<CreateVoucherAnswer>> {
  const now = dateOf(deps.clock);
  return withIdempotencyKey(deps.db, requestKey, now, async (tx) => {
    // Deleted meanwhile: nobody could pay for the voucher or end it.
    await keepAccount(tx, creatorId);
    const { region } = await getUser(tx, creatorId);
    const terms = readPaymentVoucherTerms(fields, region, now.getTime());
    const voucher = await insertPaymentVoucher(
      tx,
      deps.secrets,
      {
        ulid: newUlid(now.getTime()),
        type: fields.type ?? 'goodies',
        status: 'pending',
        creatorId,
        region: terms.region,
        currency: terms.currency,
        amount: terms.amountMinor,
        isPrivate: fields.is_private ?? false,
        enable2fa: fields.enable_2fa ?? false,
        recipientEmail: terms.recipientEmail,
        createdAt: now,
        activatedAt: null,
        expiresAt: terms.expiresAt,
      },
      fields.code,
    );
    if (!voucher) throw new AppError('code_taken');
    const { id, ulid, status } = voucher;
    const amountDue = minorToMajor(terms.amountMinor);
    return {
      status: 201,
      body: {
        success: true,
        message: PAYMENT_MESSAGES.paymentCreated,
        data: { id, ulid, status, amount_due: amountDue, currency: terms.currency },
      },
    };
  });
}
