/** The payload for one device; nothing in it is secret. */
export interface PushMessage {
  readonly data: Readonly<Record<string, string>>;
  readonly ttlSeconds: number;
  readonly isUrgent: boolean;
  /** Of undelivered messages with one topic only the last is stored. */
  readonly topic: string | undefined;
}

/**
 * `sent`: accepted · `gone`: the token is invalid · `refused`: the message is invalid · `later`: may succeed later
 */
export type PushOutcome =
  | { readonly kind: 'sent' | 'gone' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later'; readonly reason: string; readonly retryAfterMs?: number | undefined };

export interface PushSender {
  /** Sends once; errors of the service are outcomes, not exceptions. */
  send(token: string, message: PushMessage): Promise<PushOutcome>;
}
