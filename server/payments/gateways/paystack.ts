import { createHmac, timingSafeEqual } from 'node:crypto';

import {
  asName,
  createKeyedCall,
  dataOf,
  GatewayError,
  type Json,
  type KeyedAccount,
  type KeyedCall,
  unlessFault,
} from '../../lib/call-gateway.ts';
import {
  type CheckoutRequest,
  type CheckoutTerms,
  type KnownPayment,
  type PaymentProcessor,
  type ProcessorResponse,
  ReferenceUsedError,
  type StartedCheckout,
} from '../processor.ts';
import { readPaystackDisputes } from './paystack-disputes.ts';
import {
  channelOf,
  declineReasonOf,
  minorOfMinor,
  notYet,
  pageOf,
  returnPageOf,
  headerOf,
  keyOf,
  nameOf,
  objectIn,
  type WebhookFormat,
  type WebhookSubject,
} from './gateway-messages.ts';

const STATES: Readonly<Record<string, ProcessorResponse['state']>> = {
  success: 'paid',
  failed: 'failed',
  reversed: 'failed',
};
const ASKED = new Set(['pay_offline', 'pending', 'ongoing', 'processing', 'queued', 'success']);
/** Telecel needs a code typed in, which only Paystack's page asks for. */
const PROMPTING = new Set(['mtn', 'atl']);

export function createPaystack(name: string, account: KeyedAccount): PaymentProcessor {
  // A negative answer is a refusal, whatever its HTTP status.
  const call = createKeyedCall('paystack', account, true);
  const isMobileMoney = name === 'mobile_money';
  const plan = ({ phone, provider }: CheckoutTerms): 'page' | 'prompt' =>
    isMobileMoney && phone && PROMPTING.has(provider ?? '') ? 'prompt' : 'page';
  return {
    name,
    gateway: 'paystack',
    phone: isMobileMoney ? 'optional' : 'unused',
    plan,
    async initialize(request) {
      try {
        return plan(request) === 'prompt'
          ? await chargePhone(call, request)
          : await openPage(call, request, isMobileMoney ? ['mobile_money'] : undefined);
      } catch (error) {
        throw isUsedReference(error) ? new ReferenceUsedError(error.message, error) : error;
      }
    },
    verify: (payment) => verify(call, payment),
    verifyTransaction: async (payment, id) =>
      responseOf(payment, await call(`/transaction/${encodeURIComponent(id)}`)),
    readDisputes: (payment, reported) => readPaystackDisputes(call, payment, reported),
  };
}

const termsOf = ({ email, amountMinor, currency, reference }: CheckoutRequest): Json => ({
  email,
  amount: Number(amountMinor),
  currency,
  reference,
});

async function openPage(
  call: KeyedCall,
  request: CheckoutRequest,
  channels: readonly string[] | undefined,
): Promise<StartedCheckout> {
  const answer = await call('/transaction/initialize', {
    ...termsOf(request),
    callback_url: request.returnUrl,
    ...(channels ? { channels } : {}),
    metadata: { cancel_action: returnPageOf(request.returnUrl, request.reference) },
  });
  return { authorizationUrl: pageOf(dataOf(answer)['authorization_url']) };
}

async function chargePhone(call: KeyedCall, request: CheckoutRequest): Promise<StartedCheckout> {
  const answer = await call('/charge', {
    ...termsOf(request),
    mobile_money: {
      phone: String(request.phone).replace(/^233/, '0'),
      provider: request.provider,
    },
  });
  const status = String(dataOf(answer)['status']);
  if (!ASKED.has(status))
    throw new GatewayError('paystack did not ask the payer', { refused: true, answer });
  return { authorizationUrl: returnPageOf(request.returnUrl, request.reference) };
}

async function verify(call: KeyedCall, payment: KnownPayment): Promise<ProcessorResponse> {
  const path = `/transaction/verify/${encodeURIComponent(payment.reference)}`;
  const answer = await unlessFault(call(path), isUnknownReference);
  return answer ? responseOf(payment, answer) : notYet(payment);
}

function responseOf(payment: KnownPayment, answer: Json): ProcessorResponse {
  const data = dataOf(answer);
  if (data['reference'] !== payment.reference)
    throw new GatewayError('paystack told of another payment');
  const status = String(data['status']);
  const state = STATES[status] ?? 'pending';
  return {
    state,
    ...(state === 'failed' && { reason: declineReasonOf(data['gateway_response']) }),
    // The page can still be paid, but the payer left it.
    ...(status === 'abandoned' && { reason: 'cancelled' }),
    amountMinor: chargedOf(data),
    currency: String(data['currency']),
    processorReference: asName(data['id']),
    ...(state === 'paid' && { channel: channelOf(data['channel']) }),
  };
}

/** Accounts where the payer bears the fees charge more than was requested. */
function chargedOf(data: Json): bigint {
  const charged = minorOfMinor(data['amount'], 'paystack');
  if (data['requested_amount'] === undefined || data['requested_amount'] === null) return charged;
  const requested = minorOfMinor(data['requested_amount'], 'paystack');
  return charged < requested ? charged : requested;
}

const isUsedReference = (error: unknown): error is GatewayError =>
  error instanceof GatewayError &&
  error.refused &&
  (error.answer['code'] === 'duplicate_reference' ||
    /duplicate transaction reference/i.test(String(error.answer['message'])));

function isUnknownReference({ refused, status, answer }: GatewayError): boolean {
  if (!refused || status === 401) return false;
  const { code, message } = answer;
  return code === 'transaction_not_found' || /reference not found/i.test(String(message));
}

/** Paystack sends no webhook for failed charges. */
function subjectOf(type: string): WebhookSubject | undefined {
  if (type === 'charge.success') return 'payment';
  if (type.startsWith('charge.dispute.')) return 'dispute';
  if (type.startsWith('refund.')) return 'refund';
  return type.startsWith('transfer.') ? 'payout' : undefined;
}

/** Signed with the account's own key; each country has one. */
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
    const id = nameOf(data['id']) ?? nameOf(data['transfer_code']);
    const subject = subjectOf(type);
    const transaction = objectIn(data, 'transaction');
    const isDispute = subject === 'dispute';
    return {
      // Of a dispute, what was decided may change.
      key: keyOf(
        type,
        id,
        ...(isDispute ? [String(data['status']), String(data['resolution'])] : []),
      ),
      type,
      subject,
      reference: nameOf(
        data['reference'] ?? data['transaction_reference'] ?? transaction['reference'],
      ),
      // A refund's id is its own.
      gatewayReference:
        subject === 'refund' ? undefined : nameOf(isDispute ? transaction['id'] : data['id']),
      disputeId: isDispute ? id : undefined,
    };
  },
});
