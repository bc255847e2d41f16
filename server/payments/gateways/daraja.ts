import { HOUR_MS } from '../../../contract/durations.ts';
import { MINOR_PER_MAJOR } from '../../../contract/money.ts';
import type { DeclineReason } from '../../../contract/wallet.ts';
import type { Clock } from '../../clock.ts';
import type { DarajaSettings } from '../../config/config.ts';
import { equalInConstantTime, type Secrets } from '../../config/secrets.ts';
import { AppError } from '../../http/app-error.ts';
import { createBearerToken } from '../../lib/bearer-token.ts';
import {
  callGateway,
  createKeyedCall,
  GatewayError,
  type Json,
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
import {
  declineReasonOf,
  notYet,
  returnPageOf,
  keyOf,
  nameOf,
  objectIn,
  type WebhookEvent,
  type WebhookFormat,
} from './gateway-messages.ts';

interface Parts {
  readonly settings: DarajaSettings;
  readonly clock: Clock;
  /** The address is a secret. */
  readonly callbackUrlOf: (reference: string) => string;
  readonly timeoutMs?: number | undefined;
}

const TOKEN_PATH = '/oauth/v1/generate?grant_type=client_credentials';
const PUSH_PATH = '/mpesa/stkpush/v1/processrequest';
const QUERY_PATH = '/mpesa/stkpushquery/v1/query';
const TOKEN_REFUSED = new Set(['404.001.03', '401.003.01']);
/** On a query: the payer has not answered yet. */
const STILL_ASKING = '500.001.1001';
/** On a push: wrong credentials, a locked phone or too many calls. No prompt was sent. */
const PUSH_REFUSED = new Set(['500.001.1001', '500.003.02']);
const PENDING_RESULTS = new Set(['4999']);
const REASONS: Readonly<Record<string, DeclineReason>> = {
  '1': 'insufficient_funds',
  '1019': 'expired',
  '1032': 'cancelled',
  '1037': 'expired',
  '2001': 'wrong_pin',
};
const NAIROBI_OFFSET_MS = 3 * HOUR_MS;
const ACCOUNT_REFERENCE_CHARS = 12;
const PER_MAJOR = BigInt(MINOR_PER_MAJOR);

/** M-PESA by Safaricom's own API: a prompt on the payer's phone. */
export function createDaraja(parts: Parts): PaymentProcessor {
  const call = callerOf(parts);
  return {
    name: 'mpesa',
    gateway: 'daraja',
    phone: 'required',
    plan: planPrompt,
    initialize: (request) => push(call, parts, request),
    verify: (payment) => query(call, parts, payment),
    async verifyTransaction(payment, id) {
      const asked = query(call, parts, { ...payment, processorReference: id });
      // Safaricom knows no such prompt, so nobody answered it.
      const isUnknown = ({ refused, status }: GatewayError): boolean => refused && status === 400;
      return (await unlessFault(asked, isUnknown)) ?? { ...notYet(payment), state: 'failed' };
    },
  };
}

/** @throws AppError `phone_required`; `amount_not_whole`, because M-PESA has no cents */
function planPrompt({ phone, amountMinor }: CheckoutTerms): 'prompt' {
  if (phone === undefined) throw new AppError('phone_required');
  if (amountMinor % PER_MAJOR !== 0n) throw new AppError('amount_not_whole');
  return 'prompt';
}

function callerOf({ settings, clock, timeoutMs }: Parts): KeyedCall {
  const { baseUrl, consumerKey, consumerSecret } = settings;
  const gateway = 'daraja';
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
  const withToken = createBearerToken(gateway, clock, () =>
    callGateway({
      gateway,
      url: `${baseUrl}${TOKEN_PATH}`,
      headers: { authorization: `Basic ${basic}` },
      timeoutMs,
    }),
  );
  return (...asked) =>
    withToken(
      (secretKey) => createKeyedCall(gateway, { baseUrl, secretKey, timeoutMs })(...asked),
      (error) => TOKEN_REFUSED.has(codeOf(error)),
    );
}

const codeOf = (error: GatewayError): string => String(error.answer['errorCode']);

/** Authenticates the shortcode; the time is Nairobi's. */
function passwordAt({ shortcode, passkey }: DarajaSettings, nowMs: number): Json {
  const iso = new Date(nowMs + NAIROBI_OFFSET_MS).toISOString();
  const timestamp = iso.replaceAll(/\D/g, '').slice(0, 14);
  return {
    BusinessShortCode: shortcode,
    Password: Buffer.from(`${shortcode}${passkey}${timestamp}`).toString('base64'),
    Timestamp: timestamp,
  };
}

async function push(
  call: KeyedCall,
  parts: Parts,
  request: CheckoutRequest,
): Promise<StartedCheckout> {
  const { settings, clock, callbackUrlOf } = parts;
  const { reference, amountMinor, phone, returnUrl } = request;
  const prompt = {
    ...passwordAt(settings, clock.now()),
    TransactionType: settings.till ? 'CustomerBuyGoodsOnline' : 'CustomerPayBillOnline',
    Amount: Number(amountMinor / PER_MAJOR),
    PartyA: phone,
    PartyB: settings.till ?? settings.shortcode,
    PhoneNumber: phone,
    CallBackURL: callbackUrlOf(reference),
    AccountReference: reference.slice(-ACCOUNT_REFERENCE_CHARS),
    TransactionDesc: 'Goodies',
  };
  let answer: Json;
  try {
    answer = await call(PUSH_PATH, prompt);
  } catch (error) {
    if (!(error instanceof GatewayError) || !PUSH_REFUSED.has(codeOf(error))) throw error;
    throw new GatewayError(error.message, { ...error, refused: true });
  }
  const { ResponseCode: code, CheckoutRequestID: id } = answer;
  if (String(code) !== '0')
    throw new GatewayError('daraja did not ask the payer', { refused: true, answer });
  if (typeof id !== 'string') throw new GatewayError('daraja named no request');
  return { authorizationUrl: returnPageOf(returnUrl, reference), processorReference: id };
}

/** The answer has no amount; the payer cannot change it. */
async function query(
  call: KeyedCall,
  parts: Parts,
  payment: KnownPayment,
): Promise<ProcessorResponse> {
  // The id of a prompt whose call had no answer comes with its callback.
  const id = payment.processorReference ?? payment.webhookReference;
  if (id === undefined) return notYet(payment);
  const asked = { ...passwordAt(parts.settings, parts.clock.now()), CheckoutRequestID: id };
  const answer = await unlessFault(
    call(QUERY_PATH, asked),
    (error) => codeOf(error) === STILL_ASKING,
  );
  if (!answer) return notYet(payment);
  if (answer['CheckoutRequestID'] !== undefined && answer['CheckoutRequestID'] !== id)
    throw new GatewayError('daraja told of another payment');
  const state = stateOf(answer);
  const reason = state === 'failed' ? reasonOf(answer) : undefined;
  const channel = state === 'paid' ? ('mobile_money' as const) : undefined;
  return { ...notYet(payment), state, processorReference: id, reason, channel };
}

const reasonOf = ({ ResultCode: code, ResultDesc: text }: Json): DeclineReason =>
  REASONS[String(code)] ?? declineReasonOf(text);

function stateOf({ ResultCode: code }: Json): ProcessorResponse['state'] {
  if (typeof code !== 'string' && typeof code !== 'number') return 'pending';
  if (String(code) === '0') return 'paid';
  return PENDING_RESULTS.has(String(code)) ? 'pending' : 'failed';
}

const CONTEXT = 'mpesa-callback';

/**
 * The secret part of a payment's callback address. Callbacks are not signed, so knowing it proves that the caller is
 * Safaricom.
 */
export const callbackTokenOf = (secrets: Secrets, reference: string): string =>
  `${reference}.${secrets.lookupHash(reference, CONTEXT)}`;

export const darajaCallbacks = (secrets: Secrets, token: string): WebhookFormat => {
  const [reference = ''] = token.split('.');
  return {
    // The address may be older than a rotation of the secret.
    isAuthentic: () =>
      secrets
        .lookupHashes(reference, CONTEXT)
        .some((hash) => equalInConstantTime(token, `${reference}.${hash}`)),
    read(body) {
      if (body['Result'] !== undefined) return readReversal(body, reference);
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

/** A payment that was reversed. It cannot be asked about, so it only holds the money until somebody looks. */
function readReversal(body: Json, reference: string): WebhookEvent {
  const result = objectIn(body, 'Result');
  const id = nameOf(result['TransactionID']);
  const isReversed = String(result['ResultCode']) === '0';
  return {
    key: keyOf('reversal', id, nameOf(result['ResultCode'])),
    type: 'reversal',
    subject: isReversed ? 'dispute' : undefined,
    reference,
    gatewayReference: undefined,
    disputeId: id,
  };
}
