import { equalInConstantTime, type Secrets } from '../../config/secrets.ts';
import { keyOf, nameOf, objectIn, type WebhookFormat } from './webhook-event.ts';

const CONTEXT = 'mpesa-callback';

/**
 * The secret part of the address that Safaricom reports a payment to. Its callbacks are not signed, so who
 * knows this is Safaricom; and since each payment has its own, one cannot be taken for another.
 */
export const callbackTokenOf = (secrets: Secrets, reference: string): string =>
  `${reference}.${secrets.lookupHash(reference, CONTEXT)}`;

/** A callback for the payment that its address names. */
export const darajaCallbacks = (secrets: Secrets, token: string): WebhookFormat => {
  const [reference = ''] = token.split('.');
  return {
    // A payer may have been asked before the secret was rotated.
    isAuthentic: () =>
      secrets
        .lookupHashes(reference, CONTEXT)
        .some((hash) => equalInConstantTime(token, `${reference}.${hash}`)),
    read(body) {
      const callback = objectIn(objectIn(body, 'Body'), 'stkCallback');
      const id = nameOf(callback['CheckoutRequestID']);
      return {
        key: keyOf(id, nameOf(callback['ResultCode'])),
        type: 'stkCallback',
        subject: 'payment',
        reference,
        gatewayReference: id,
      };
    },
  };
};
