import { createHmac, timingSafeEqual } from 'node:crypto';

import {
  headerOf,
  keyOf,
  nameOf,
  objectIn,
  type WebhookFormat,
  type WebhookSubject,
} from './webhook-event.ts';

/** Failed charges are not told at all. */
function subjectOf(type: string): WebhookSubject | undefined {
  if (type === 'charge.success') return 'payment';
  if (/^(?:charge\.dispute|refund)\./.test(type)) return 'reversal';
  return type.startsWith('transfer.') ? 'payout' : undefined;
}

/** Signed with the account's own key, of which each country has one. */
export const paystackWebhooks = (secretKeys: readonly string[]): WebhookFormat => ({
  isAuthentic(webhook) {
    const given = Buffer.from(headerOf(webhook, 'x-paystack-signature') ?? '', 'hex');
    return secretKeys.some((key) => {
      const right = createHmac('sha512', key).update(webhook.body).digest();
      return given.length === right.length && timingSafeEqual(given, right);
    });
  },
  read(body) {
    const data = objectIn(body, 'data');
    const type = nameOf(body['event']) ?? 'unknown';
    // Transfers and refunds have names of their own beside the number.
    const id = nameOf(data['id']) ?? nameOf(data['transfer_code']);
    return {
      key: keyOf(type, id),
      type,
      subject: subjectOf(type),
      // Refunds and disputes name the payment so.
      reference: nameOf(
        data['reference'] ??
          data['transaction_reference'] ??
          objectIn(data, 'transaction')['reference'],
      ),
      gatewayReference: nameOf(data['id']),
    };
  },
});
