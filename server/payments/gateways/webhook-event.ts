import type { IncomingHttpHeaders } from 'node:http';

import { asName, asObject, type Json } from '../../lib/call-gateway.ts';

/** `reversal`: a payment that was disputed, or refunded at the gateway. */
export type WebhookSubject = 'payment' | 'payout' | 'purchase' | 'reversal';

/** What a webhook claims. It is not trusted and only makes us ask the gateway. */
export interface WebhookEvent {
  /** Identifies the event; undefined where its body does. */
  readonly key: string | undefined;
  readonly type: string;
  readonly subject: WebhookSubject | undefined;
  readonly reference: string | undefined;
  readonly gatewayReference: string | undefined;
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
