import { DAY_MS, SECOND_MS } from '../../../contract/durations.ts';
import { majorToMinor } from '../../../contract/money.ts';
import type { ToldKind } from '../../../contract/notifications/kinds.ts';
import { noticeText } from '../../../contract/notifications/notice-text.ts';
import { moneyText } from '../../lib/money-text.ts';
import type { StoredNotificationData } from '../store-notifications.ts';

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

/** An older notification is only listed. */
export const PUSH_KEEP_MS = DAY_MS;

interface PushedNotification {
  readonly id: number;
  readonly kind: ToldKind;
  readonly data: StoredNotificationData;
  readonly createdAt: Date;
  readonly unread: number;
}

/** May wake a phone that saves power. */
const WAKING: readonly ToldKind[] = ['won', 'release_code'];
const TITLE_MAX_CHARS = 120;
const BODY_MAX_CHARS = 500;

/** A cut may leave half a character. */
const cut = (text: string, max: number): string => text.slice(0, max).toWellFormed();

/** Until when it is worth pushing, ms since the epoch. */
export const pushUntil = ({
  createdAt,
  data,
}: {
  readonly createdAt: Date;
  readonly data: StoredNotificationData;
}): number =>
  Math.min(
    createdAt.getTime() + PUSH_KEEP_MS,
    data.expires_at === undefined ? Infinity : Date.parse(data.expires_at),
  );

/**
 * All as text and far below the 4 KB limit (spec, section 3). A release code stays out, because messages show on
 * lock screens. All messages of a voucher share a tag, so that a phone shows the newest.
 */
export function pushMessage(notice: PushedNotification, nowMs: number): PushMessage {
  const { id, kind, data, unread } = notice;
  const money = (amount: number, currency: string): string =>
    moneyText(majorToMinor(amount) ?? 0n, currency);
  const { sealed_code: _, ...told } = data;
  const { title, body, path } = noticeText(kind, told, money);
  const tag = data.voucher === undefined ? `notice-${id}` : `voucher-${data.voucher}`;
  const isOfDigit = kind === 'digit_revealed';
  return {
    data: {
      id: String(id),
      kind,
      title: cut(title, TITLE_MAX_CHARS),
      body: cut(body, BODY_MAX_CHARS),
      url: path,
      tag,
      unread: String(unread),
      // The actions guess and mute make sense for running giveaways only.
      ...(isOfDigit && data.voucher !== undefined && { voucher: data.voucher }),
    },
    ttlSeconds: Math.max(0, Math.floor((pushUntil(notice) - nowMs) / SECOND_MS)),
    isUrgent: WAKING.includes(kind),
    // At most 32 characters: the ulid alone.
    topic: isOfDigit ? data.voucher : undefined,
  };
}
