import type { IncomingHttpHeaders } from 'node:http';

import { majorToMinor } from '../../../contract/money.ts';
import type { DeclineReason, PaymentChannel } from '../../../contract/wallet.ts';
import { AppError } from '../../http/app-error.ts';
import { asObject, GatewayError, type Json, asName } from '../../lib/call-gateway.ts';
import type { KnownPayment, ProcessorResponse } from '../processor.ts';

/** For a payment that the gateway does not know, because its payer has not opened the page. */
export const notYet = ({ amountMinor, currency }: KnownPayment): ProcessorResponse => ({
  state: 'pending',
  amountMinor,
  currency,
  processorReference: undefined,
});

/** Major units as number or text to minor units. @throws GatewayError */
export function minorOfMajor(value: unknown, gateway: string): bigint {
  const isAmount =
    typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}(\.\d+)?$/.test(value));
  const minor = isAmount ? majorToMinor(Number(value)) : undefined;
  if (minor === undefined || minor < 0n) throw new GatewayError(`${gateway} told no amount`);
  return minor;
}

/** Minor units as number or text. @throws GatewayError */
export function minorOfMinor(value: unknown, gateway: string): bigint {
  const isAmount =
    Number.isSafeInteger(value) || (typeof value === 'string' && /^\d{1,18}$/.test(value));
  if (!isAmount || Number(value) < 0) throw new GatewayError(`${gateway} told no amount`);
  return BigInt(value as number | string);
}

/** The address of a checkout. @throws AppError `payment_no_url` */
export function pageOf(value: unknown): string {
  if (typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
    return value;
  throw new AppError('payment_no_url');
}

/** The return page with the parameters that a checkout would add. */
export function returnPageOf(returnUrl: string, reference: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set('trxref', reference);
  url.searchParams.set('reference', reference);
  return url.href;
}

/** The first match counts; banks and networks write free text. */
const PATTERNS: readonly (readonly [RegExp, DeclineReason])[] = [
  [/insufficient|not enough|low balance/i, 'insufficient_funds'],
  [/cancel|abandon/i, 'cancelled'],
  [/\bpin\b/i, 'wrong_pin'],
  [/expired session|time[d -]*out|not completed in time/i, 'expired'],
];

export const declineReasonOf = (text: unknown): DeclineReason =>
  PATTERNS.find(([pattern]) => typeof text === 'string' && pattern.test(text))?.[1] ?? 'declined';

/** Names without case and separators. A direct debit of a bank account is left out, because a bank can take it back. */
const CHANNELS: ReadonlyMap<string, PaymentChannel> = new Map([
  ['card', 'card'],
  ['applepay', 'card'],
  ['googlepay', 'card'],
  ['banktransfer', 'bank_transfer'],
  ['dedicatednuban', 'bank_transfer'],
  ['mobilemoney', 'mobile_money'],
  ['mobilemoneygh', 'mobile_money'],
  ['mobilemoneyghana', 'mobile_money'],
  ['mpesa', 'mobile_money'],
  ['ussd', 'ussd'],
]);

/** A gateway's own name of how the payer paid. */
export const channelOf = (name: unknown): PaymentChannel =>
  CHANNELS.get(
    String(name)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, ''),
  ) ?? 'other';

export type WebhookSubject = 'payment' | 'payout' | 'purchase' | 'dispute' | 'refund';

/** What a webhook claims. It is not trusted and only makes us ask the gateway. */
export interface WebhookEvent {
  /** Identifies the event; undefined where its body does. */
  readonly key: string | undefined;
  readonly type: string;
  readonly subject: WebhookSubject | undefined;
  readonly reference: string | undefined;
  /** Of the payment's transaction. */
  readonly gatewayReference: string | undefined;
  readonly disputeId?: string | undefined;
}

export interface RawWebhook {
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
}

export interface WebhookFormat {
  /** Judged on the bytes, before they are parsed. */
  isAuthentic(webhook: RawWebhook): boolean;
  read(body: Json): WebhookEvent;
}

const MAX_NAME_CHARS = 200;

export function nameOf(value: unknown): string | undefined {
  const name = asName(value);
  return name !== undefined && name.length <= MAX_NAME_CHARS && !name.includes('\u0000')
    ? name
    : undefined;
}

export const objectIn = (body: Json, field: string): Json => asObject(body[field]) ?? {};

export function headerOf({ headers }: RawWebhook, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Undefined when a part is missing, because other events would share the key. */
export const keyOf = (...parts: readonly (string | undefined)[]): string | undefined =>
  parts.includes(undefined) ? undefined : parts.join(':');
