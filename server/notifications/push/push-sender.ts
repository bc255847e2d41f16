/** What is pushed to one device: texts alone, as the push service carries them. None of it is secret. */
export interface PushMessage {
  readonly data: Readonly<Record<string, string>>;
  /** How long the service keeps it for a device that is away. */
  readonly ttlSeconds: number;
  /** Whether it may wake a phone that saves power. */
  readonly isUrgent: boolean;
  /** Of undelivered messages with the same topic only the last is kept. */
  readonly topic: string | undefined;
}

/**
 * What became of a message: `sent`, taken by the service; `gone`, the token is worth nothing any more; `refused`, the
 * message is at fault and would be again; `later`, it may go well another time.
 */
export type PushOutcome =
  | { readonly kind: 'sent' | 'gone' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later'; readonly reason: string; readonly retryAfterMs?: number | undefined };

/** A push service: Firebase Cloud Messaging, or the sandbox, which keeps what a device would get. */
export interface PushSender {
  /** Sends once, and does not throw for what the service answers. */
  send(token: string, message: PushMessage): Promise<PushOutcome>;
}
