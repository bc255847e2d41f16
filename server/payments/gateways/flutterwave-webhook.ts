import { createHmac } from 'node:crypto';

import type { Json } from '../../lib/call-gateway.ts';
import { equalInConstantTime } from '../../config/secrets.ts';
import {
  headerOf,
  keyOf,
  nameOf,
  objectIn,
  type WebhookEvent,
  type WebhookFormat,
  type WebhookSubject,
} from './webhook-event.ts';

const SUBJECTS: ReadonlyMap<string, WebhookSubject> = new Map([
  ['charge.completed', 'payment'],
  ['transfer.completed', 'payout'],
  ['singlebillpayment.status', 'purchase'],
]);

/**
 * `verif-hash` repeats the text that stands on the dashboard; newer accounts send a signature made with it.
 * Some old accounts send the fields of the payment without anything around them.
 */
export const flutterwaveWebhooks = (secretHash: string): WebhookFormat => ({
  isAuthentic(webhook) {
    const plain = headerOf(webhook, 'verif-hash');
    if (plain !== undefined) return equalInConstantTime(plain, secretHash);
    const given = headerOf(webhook, 'flutterwave-signature');
    if (given === undefined) return false;
    const right = createHmac('sha256', secretHash).update(webhook.body).digest('base64');
    return equalInConstantTime(given, right);
  },
  read(body) {
    if (body['event'] === undefined && body['TransactionId'] !== undefined) return readRefund(body);
    const isFlat = body['event'] === undefined && body['txRef'] !== undefined;
    const data = isFlat ? body : objectIn(body, 'data');
    const type = isFlat ? 'charge.completed' : (nameOf(body['event']) ?? 'unknown');
    const id = nameOf(data['id']);
    return {
      // A failed try and the good one after it may have the same number.
      key: keyOf(type, id, nameOf(data['status'])),
      type,
      subject: SUBJECTS.get(type),
      // Of a bill, `tx_ref` is the gateway's own.
      reference: nameOf(
        isFlat
          ? data['txRef']
          : (data['customer_reference'] ?? data['tx_ref'] ?? data['reference']),
      ),
      gatewayReference: id,
    };
  },
});

/** A refund has nothing around it, and names its payment by Flutterwave's number alone. */
const readRefund = (body: Json): WebhookEvent => ({
  key: keyOf('refund', nameOf(body['id']), nameOf(body['status'])),
  type: 'refund',
  subject: 'reversal',
  reference: undefined,
  gatewayReference: nameOf(body['TransactionId']),
});
