import type { IncomingHttpHeaders } from 'node:http';

import { asName, asObject, type Json } from '../../lib/call-gateway.ts';

/**
 * Money that comes in, or money that goes out: withdrawn, or for airtime and bills; or money that came in and goes back
 * to its payer at the gateway: disputed, or returned on its dashboard.
 */
export type WebhookSubject = 'payment' | 'payout' | 'purchase' | 'reversal';

/** What a webhook says it is about. None of it is believed: it only leads to a question. */
export interface WebhookEvent {
  /** The gateway's own name of the event, or what it tells in a few words; undefined = its body is its name. */
  readonly key: string | undefined;
  readonly type: string;
  /** What may have come to its end; undefined = nothing of ours. */
  readonly subject: WebhookSubject | undefined;
  /** Our reference of it, as far as it names one. */
  readonly reference: string | undefined;
  /** The gateway's own name of it. */
  readonly gatewayReference: string | undefined;
}

/** What is known of a webhook before its body is read. */
export interface RawWebhook {
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
}

/** How one gateway signs its webhooks and what it puts into them. */
export interface WebhookFormat {
  /** Whether it comes from the gateway; judged on the bytes, before they are read. */
  isAuthentic(webhook: RawWebhook): boolean;
  read(body: Json): WebhookEvent;
}

const MAX_NAME_CHARS = 200;

/** A name that fits a column; undefined for anything else. */
export function nameOf(value: unknown): string | undefined {
  const name = asName(value);
  return name !== undefined && name.length <= MAX_NAME_CHARS && !name.includes('\u0000')
    ? name
    : undefined;
}

export const objectIn = (body: Json, field: string): Json => asObject(body[field]) ?? {};

/** A header that was sent once. */
export function headerOf({ headers }: RawWebhook, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The parts as one key; undefined when one is missing, since others would then share it. */
export const keyOf = (...parts: readonly (string | undefined)[]): string | undefined =>
  parts.includes(undefined) ? undefined : parts.join(':');
