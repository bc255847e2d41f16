import { createHmac } from 'node:crypto';

import { minorToMajor } from '../../../contract/money.ts';
import { equalInConstantTime } from '../../config/secrets.ts';
import {
  asName,
  asObject,
  createKeyedCall,
  dataOf,
  GatewayError,
  type Json,
  type KeyedAccount,
  type KeyedCall,
  unlessFault,
} from '../../lib/call-gateway.ts';
import type {
  CheckoutRequest,
  CheckoutTerms,
  KnownPayment,
  PaymentProcessor,
  ProcessorResponse,
  StartedCheckout,
} from '../processor.ts';
import { readFlutterwaveDisputes } from './flutterwave-disputes.ts';
import {
  channelOf,
  declineReasonOf,
  minorOfMajor,
  notYet,
  pageOf,
  returnPageOf,
  headerOf,
  keyOf,
  nameOf,
  objectIn,
  type WebhookEvent,
  type WebhookFormat,
  type WebhookSubject,
} from './gateway-messages.ts';

const STATES: Readonly<Record<string, ProcessorResponse['state']>> = {
  successful: 'paid',
  failed: 'failed',
};
const NETWORKS: Readonly<Record<string, string>> = {
  mtn: 'MTN',
  vod: 'VODAFONE',
  atl: 'AIRTELTIGO',
};
const PAGE_OPTIONS: Readonly<Record<string, string>> = {
  mobile_money: 'mobilemoneyghana',
  mpesa: 'mpesa',
};

/** Its page, or a charge of a phone, which is confirmed on a page for mobile money and on the phone for M-PESA. */
export function createFlutterwave(name: string, account: KeyedAccount): PaymentProcessor {
  // A negative answer is a refusal, whatever its HTTP status.
  const call = createKeyedCall('flutterwave', account, 'success');
  const isMpesa = name === 'mpesa';
  const chargesPhone = ({ phone, provider }: CheckoutTerms): boolean =>
    phone !== undefined && (isMpesa || (name === 'mobile_money' && provider !== undefined));
  return {
    name,
    gateway: 'flutterwave',
    phone: name in PAGE_OPTIONS ? 'optional' : 'unused',
    plan: (terms) => (isMpesa && chargesPhone(terms) ? 'prompt' : 'page'),
    initialize(request) {
      if (!chargesPhone(request)) return openPage(call, request, PAGE_OPTIONS[name]);
      return isMpesa ? chargeMpesa(call, request) : chargeGhana(call, request);
    },
    verify: (payment) => verify(call, payment),
    async verifyTransaction(payment, id) {
      const response = await read(call, `/transactions/${encodeURIComponent(id)}/verify`, payment);
      if (!response) throw new GatewayError('flutterwave told of another payment');
      return response;
    },
    readDisputes: (payment, reported) => readFlutterwaveDisputes(call, payment, reported),
  };
}

const termsOf = ({ reference, amountMinor, currency, returnUrl }: CheckoutRequest): Json => ({
  tx_ref: reference,
  amount: minorToMajor(amountMinor),
  currency,
  redirect_url: returnUrl,
});

async function openPage(
  call: KeyedCall,
  request: CheckoutRequest,
  options: string | undefined,
): Promise<StartedCheckout> {
  const answer = await call('/payments', {
    ...termsOf(request),
    customer: { email: request.email },
    customizations: { title: 'Goodies' },
    ...(options ? { payment_options: options } : {}),
  });
  return { authorizationUrl: pageOf(dataOf(answer)['link']) };
}

const chargeTermsOf = (request: CheckoutRequest): Json => ({
  ...termsOf(request),
  email: request.email,
  phone_number: request.phone,
});

async function chargeGhana(call: KeyedCall, request: CheckoutRequest): Promise<StartedCheckout> {
  const answer = await call('/charges?type=mobile_money_ghana', {
    ...chargeTermsOf(request),
    network: NETWORKS[request.provider ?? ''],
  });
  const authorization = asObject(asObject(answer['meta'])?.['authorization']);
  return { authorizationUrl: pageOf(authorization?.['redirect']) };
}

async function chargeMpesa(call: KeyedCall, request: CheckoutRequest): Promise<StartedCheckout> {
  const answer = await call('/charges?type=mpesa', chargeTermsOf(request));
  const { id, status } = dataOf(answer);
  if (status === 'failed')
    throw new GatewayError('flutterwave did not ask the payer', { refused: true, answer });
  return {
    authorizationUrl: returnPageOf(request.returnUrl, request.reference),
    processorReference: asName(id),
  };
}

/** By our reference, then by the id from a webhook, because a payer can try twice under one reference. */
async function verify(call: KeyedCall, payment: KnownPayment): Promise<ProcessorResponse> {
  const query = new URLSearchParams({ tx_ref: payment.reference });
  const path = `/transactions/verify_by_reference?${query.toString()}`;
  const byReference = await read(call, path, payment);
  if (byReference?.state === 'paid') return byReference;
  const id = payment.webhookReference ?? payment.processorReference;
  const byId =
    id && /^\d+$/.test(id) && id !== byReference?.processorReference
      ? await read(call, `/transactions/${id}/verify`, payment)
      : undefined;
  if (byId?.state === 'paid') return byId;
  return byReference ?? byId ?? notYet(payment);
}

async function read(
  call: KeyedCall,
  path: string,
  payment: KnownPayment,
): Promise<ProcessorResponse | undefined> {
  const data = dataOf((await unlessFault(call(path), isUnknown)) ?? {});
  if (data['tx_ref'] !== payment.reference) return undefined;
  const state = STATES[String(data['status'])] ?? 'pending';
  return {
    state,
    ...(state === 'failed' && { reason: declineReasonOf(data['processor_response']) }),
    amountMinor: minorOfMajor(data['amount'], 'flutterwave'),
    currency: String(data['currency']),
    processorReference: asName(data['id']),
    ...(state === 'paid' && { channel: channelOf(data['payment_type']) }),
  };
}

const isUnknown = ({ refused, status, answer }: GatewayError): boolean =>
  refused && status !== 401 && /no transaction was found/i.test(String(answer['message']));

const SUBJECTS: ReadonlyMap<string, WebhookSubject> = new Map([
  ['charge.completed', 'payment'],
  ['transfer.completed', 'payout'],
  ['singlebillpayment.status', 'purchase'],
]);

/**
 * Older accounts send the secret itself in `verif-hash`, some of them with the fields at the top level; newer ones
 * sign.
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
    if (/^(?:charge\.dispute|chargeback)/.test(String(body['event']))) return readChargeback(body);
    const isFlat = body['event'] === undefined && body['txRef'] !== undefined;
    const data = isFlat ? body : objectIn(body, 'data');
    const type = isFlat ? 'charge.completed' : (nameOf(body['event']) ?? 'unknown');
    const id = nameOf(data['id']);
    return {
      // A failed and a later successful attempt may have the same id.
      key: keyOf(type, id, nameOf(data['status'])),
      type,
      subject: SUBJECTS.get(type),
      // Of a bill, `tx_ref` is Flutterwave's own id.
      reference: nameOf(
        isFlat
          ? data['txRef']
          : (data['customer_reference'] ?? data['tx_ref'] ?? data['reference']),
      ),
      gatewayReference: id,
    };
  },
});

const readRefund = (body: Json): WebhookEvent => ({
  key: keyOf('refund', nameOf(body['id']), nameOf(body['status'])),
  type: 'refund',
  subject: 'refund',
  reference: undefined,
  gatewayReference: nameOf(body['TransactionId']),
  disputeId: nameOf(body['id']),
});

function readChargeback(body: Json): WebhookEvent {
  const data = objectIn(body, 'data');
  const type = nameOf(body['event']) ?? 'unknown';
  return {
    key: keyOf(type, nameOf(data['id']), nameOf(data['status'])),
    type,
    subject: 'dispute',
    reference: nameOf(data['tx_ref']),
    gatewayReference: nameOf(data['transaction_id']),
    disputeId: nameOf(data['flw_ref']),
  };
}
