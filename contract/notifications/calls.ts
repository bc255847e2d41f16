import { Type, type Static, type TOptional } from 'typebox';

import { Closed, CurrencySchema, Literals, Nullable, Success, Text } from '../common.ts';
import { MAX_PAGE_SIZE, NOTICES_READ_MAX_IDS, PUSH_TOKEN_MAX_CHARS } from '../constants.ts';
import { NOTICE_CHANNELS, NOTICE_KINDS, TOLD_KINDS, type NoticeKind } from './kinds.ts';

const NoticeId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const optional = Type.Optional;

const NoticeDataSchema = Type.Object({
  voucher: optional(Type.String()),
  /** Major units of `currency`. */
  amount: optional(Type.Number()),
  currency: optional(CurrencySchema),
  username: optional(Type.String()),
  purpose: optional(Literals(['giveaway', 'payment', 'topup', 'voucher', 'premium'])),
  winners: optional(Type.Integer()),
  outcome: optional(
    Literals(['completed', 'failed', 'again', 'started', 'opened', 'won', 'lost', 'repaid']),
  ),
  /** What is still owed, major units of `currency`. */
  owed: optional(Type.Number()),
  service: optional(Type.String()),
  has_token: optional(Type.Boolean()),
  coins: optional(Type.Integer()),
  text: optional(Type.String()),
  case_number: optional(Type.String()),
  /** Present only while the release code is valid. */
  code: optional(Type.String()),
  expires_at: optional(Type.String()),
});

export type NoticeData = Omit<Static<typeof NoticeDataSchema>, 'currency'> & { currency?: string };

export const NotificationSchema = Type.Object({
  id: Type.Integer(),
  kind: Literals(TOLD_KINDS),
  data: NoticeDataSchema,
  created_at: Type.String(),
  read_at: Nullable(Type.String()),
});
export type Notification = Static<typeof NotificationSchema>;

export const NotificationsQuery = Closed({
  before: optional(NoticeId),
  per_page: optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
});
export type NotificationsQuery = Static<typeof NotificationsQuery>;
export const NotificationsAnswer = Success({
  data: Type.Array(NotificationSchema),
  has_more: Type.Boolean(),
  unread: Type.Integer(),
});
export type NotificationsAnswer = Static<typeof NotificationsAnswer>;

/** Send `ids` or `all`; with `all`, `up_to` protects notifications that the user has not seen. */
export const ReadNotificationsBody = Closed({
  ids: optional(Type.Array(NoticeId, { minItems: 1, maxItems: NOTICES_READ_MAX_IDS })),
  all: optional(Type.Literal(true)),
  up_to: optional(NoticeId),
});
export type ReadNotificationsBody = Static<typeof ReadNotificationsBody>;
export const ReadNotificationsAnswer = Success({ unread: Type.Integer() });
export type ReadNotificationsAnswer = Static<typeof ReadNotificationsAnswer>;

const ChannelList = Type.Array(Literals(NOTICE_CHANNELS), { maxItems: 3, uniqueItems: true });
const channelsOf = Object.fromEntries(
  NOTICE_KINDS.map((kind) => [kind, optional(ChannelList)]),
) as Record<NoticeKind, TOptional<typeof ChannelList>>;
const Time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });

/** A kind that an older app leaves out keeps its setting. */
export const PreferencesSchema = Closed({
  channels: Closed(channelsOf),
  quiet_hours: Nullable(Closed({ from: Time, to: Time })),
});
export type Preferences = Static<typeof PreferencesSchema>;
export const PreferencesAnswer = Success({ data: PreferencesSchema });
export type PreferencesAnswer = Static<typeof PreferencesAnswer>;

export const UnsubscribeQuery = Closed({ token: Text(1, 200) });

export const PushTokenBody = Closed({
  token: Type.String({
    minLength: 1,
    maxLength: PUSH_TOKEN_MAX_CHARS,
    pattern: '^[\\w:.-]+$',
  }),
  device_type: Type.Literal('web'),
  device_info: Closed({
    userAgent: Text(0, 1000),
    platform: Text(0, 100),
    language: Text(0, 35),
  }),
});
export type PushTokenBody = Static<typeof PushTokenBody>;

const WebPushSchema = Type.Object({
  api_key: Type.String(),
  project_id: Type.String(),
  app_id: Type.String(),
  sender_id: Type.String(),
  vapid_key: Type.String(),
});

/** null if the server cannot push. */
export const PushConfigAnswer = Success({
  data: Nullable(Type.Object({ kind: Literals(['fcm', 'sandbox']), web: optional(WebPushSchema) })),
});
export type PushConfigAnswer = Static<typeof PushConfigAnswer>;
export type PushConfig = NonNullable<PushConfigAnswer['data']>;

export const FollowAnswer = Success({ followed: Type.Boolean() });
export type FollowAnswer = Static<typeof FollowAnswer>;
