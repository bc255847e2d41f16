import { asName, GatewayError, type Json } from '../../lib/call-gateway.ts';
import { createKeyedCall, type KeyedAccount, type KeyedCall } from '../../lib/keyed-call.ts';
import {
  ReferenceUsedError,
  type CheckoutRequest,
  type CheckoutTerms,
  type KnownPayment,
  type PaymentProcessor,
  type ProcessorVerdict,
  type StartedCheckout,
} from '../processor.ts';
import { dataOf, minorOfMinor, notYet, pageOf, returnPageOf } from './answers.ts';
import { declineReasonOf } from './decline-reason.ts';

const STATES: Readonly<Record<string, ProcessorVerdict['state']>> = {
  success: 'paid',
  failed: 'failed',
  reversed: 'failed',
};
/** What a charge of a phone says when the payer has been asked. */
const ASKED = new Set(['pay_offline', 'pending', 'ongoing', 'processing', 'queued', 'success']);
/** Networks that ask the payer on the phone. Telecel wants a code typed in, which Paystack's page asks for. */
const PROMPTING = new Set(['mtn', 'atl']);

/** Paystack: its page with everything that an account offers, or with mobile money alone. */
export function createPaystack(name: string, account: KeyedAccount): PaymentProcessor {
  // An answer that says no is a refusal, whatever its HTTP status.
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
  };
}

/** What every payment says of itself; amounts are minor units. */
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
    // Ghana's numbers as they are dialled at home.
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

async function verify(call: KeyedCall, payment: KnownPayment): Promise<ProcessorVerdict> {
  let answer: Json;
  try {
    answer = await call(`/transaction/verify/${encodeURIComponent(payment.reference)}`);
  } catch (error) {
    if (isUnknownReference(error)) return notYet(payment);
    throw error;
  }
  const data = dataOf(answer);
  if (data['reference'] !== payment.reference)
    throw new GatewayError('paystack told of another payment');
  const status = String(data['status']);
  const state = STATES[status] ?? 'pending';
  return {
    state,
    ...(state === 'failed' && { reason: declineReasonOf(data['gateway_response']) }),
    // Its page can still be paid, but nobody is paying.
    ...(status === 'abandoned' && { reason: 'cancelled' }),
    amountMinor: chargedOf(data),
    currency: String(data['currency']),
    processorReference: asName(data['id']),
  };
}

/** What was paid of what we asked. Accounts that let the payer bear the fees charge more than that. */
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

function isUnknownReference(error: unknown): boolean {
  if (!(error instanceof GatewayError) || !error.refused || error.status === 401) return false;
  const { code, message } = error.answer;
  return code === 'transaction_not_found' || /reference not found/i.test(String(message));
}
