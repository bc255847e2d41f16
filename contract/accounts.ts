import { Type, type Static } from 'typebox';

import {
  Closed,
  Nullable,
  OwnerProof,
  PinSchema,
  ReferralCodeSchema,
  RegionKeySchema,
  Success,
  Text,
  TimeSchema,
  Literals,
} from './common.ts';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS, VERIFY_CODE_DIGITS } from './constants.ts';
import { EMAIL_MAX_CHARS } from './accounts/email-address.ts';
import { PAUSE_REASONS } from './accounts/outgoing-pause.ts';
import { SolvedDeviceSchema } from './devices.ts';

const GUESSES_PER_DAY_MAX = 1_000;

/** The server asks for this work (`work_required`) when one network makes many attempts. */
const Work = Type.Optional(SolvedDeviceSchema);

export const USERNAME_PATTERN = '^[a-z0-9_]{3,24}$';

const EmailSchema = Text(3, EMAIL_MAX_CHARS);
const Password = Text(PASSWORD_MIN_CHARS, PASSWORD_MAX_CHARS);

export const UserSchema = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  avatar: Nullable(Type.String()),
  points: Type.Integer(),
  is_premium: Type.Boolean(),
  region: RegionKeySchema,
  country_code: Type.String(),
  hasMerchant: Type.Boolean(),
  referral_code: Type.String(),
  created_at: Type.String(),
  has_pin: Type.Optional(Type.Boolean()),
  /** False for a user who signs in only with Google; absent in older stored data. */
  has_password: Type.Optional(Type.Boolean()),
  /** Until then no money leaves; null or absent where it may. */
  outgoing_paused_until: Type.Optional(Nullable(Type.String())),
  outgoing_pause_reason: Type.Optional(Nullable(Literals(PAUSE_REASONS))),
  frozen: Type.Optional(Type.Boolean()),
  unread_notifications: Type.Optional(Type.Integer()),
});
export type User = Static<typeof UserSchema>;

export const RegisterBody = Closed({
  username: Type.String({ pattern: USERNAME_PATTERN }),
  email: EmailSchema,
  password: Password,
  region: Type.Optional(RegionKeySchema),
  referral_code: Type.Optional(ReferralCodeSchema),
  work: Work,
  accepts_terms: Type.Optional(Type.Literal(true)),
});
export type RegisterBody = Static<typeof RegisterBody>;
export const RegisterAnswer = Success({
  user: UserSchema,
  token: Type.String(),
  message: Type.String(),
});
export type RegisterAnswer = Static<typeof RegisterAnswer>;

export const LoginBody = Closed({
  email: Type.Optional(Text(1, 254)),
  username: Type.Optional(Text(1, 254)),
  password: Text(1, PASSWORD_MAX_CHARS),
  remember: Type.Optional(Type.Boolean()),
  link_token: Type.Optional(Text(1, 200)),
  work: Work,
});
export type LoginBody = Static<typeof LoginBody>;
export const LoginAnswer = Success({ user: UserSchema, token: Type.String() });
export type LoginAnswer = Static<typeof LoginAnswer>;

export const UserQuery = Closed({ _t: Type.Optional(Text(0, 32)) });
export const UserDataAnswer = Success({ data: UserSchema });
export type UserDataAnswer = Static<typeof UserDataAnswer>;

export const SendVerificationBody = Closed({ email: EmailSchema, work: Work });

/** The token of the mailed link, or the code beside it. */
export const VerifyEmailBody = Closed({
  token: Type.Optional(Text(1, 200)),
  code: Type.Optional(Type.String({ pattern: `^\\d{${VERIFY_CODE_DIGITS}}$` })),
});
export type VerifyEmailBody = Static<typeof VerifyEmailBody>;

export const ForgotPasswordBody = Closed({ email: EmailSchema, work: Work });
export const ResetPasswordBody = Closed({
  token: Text(1, 200),
  password: Password,
  work: Work,
});
export type ResetPasswordBody = Static<typeof ResetPasswordBody>;

/** Proves a fresh sign-in at Google: the state that came back, and the key that stayed in the browser. */
export const GoogleProof = Closed({
  state: Text(1, 200),
  key: Type.String({ pattern: '^[\\w-]{43}$' }),
});
export type GoogleProof = Static<typeof GoogleProof>;

/**
 * The first PIN takes the password, or a passkey or Google's proof where there is none; another one the old PIN or a
 * passkey; a forgotten one takes the password and the token of a mailed link.
 */
export const SetPinBody = Closed({
  pin: PinSchema,
  old_pin: OwnerProof.pin,
  passkey: OwnerProof.passkey,
  password: Type.Optional(Text(1, PASSWORD_MAX_CHARS)),
  token: Type.Optional(Text(1, 200)),
  google: Type.Optional(GoogleProof),
});
export type SetPinBody = Static<typeof SetPinBody>;

const CurrentPassword = Text(1, PASSWORD_MAX_CHARS);

export const UpdateUserBody = Closed({
  username: Type.Optional(Type.String({ pattern: USERNAME_PATTERN })),
  email: Type.Optional(EmailSchema),
  password: Type.Optional(CurrentPassword),
});
export type UpdateUserBody = Static<typeof UpdateUserBody>;

export const AvatarForm = Closed({ avatar: Type.String({ format: 'binary' }) });

export const ChangePasswordBody = Closed({ current_password: CurrentPassword, password: Password });
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;

export const LimitsSchema = Closed({
  /** Counted per UTC day; null means no limit. */
  guesses_per_day: Nullable(Type.Integer({ minimum: 1, maximum: GUESSES_PER_DAY_MAX })),
  /** No guess is allowed before this time; a running break can only be made longer. */
  break_until: Nullable(TimeSchema),
});
export type Limits = Static<typeof LimitsSchema>;
export const LimitsAnswer = Success({ data: LimitsSchema });
export type LimitsAnswer = Static<typeof LimitsAnswer>;

export const SessionSchema = Type.Object({
  id: Type.Integer(),
  user_agent: Type.String(),
  created_at: Type.String(),
  expires_at: Type.String(),
  is_current: Type.Boolean(),
});
export type DeviceSession = Static<typeof SessionSchema>;
export const SessionsAnswer = Success({ data: Type.Array(SessionSchema) });
export type SessionsAnswer = Static<typeof SessionsAnswer>;

export const SessionParams = Closed({ id: Type.String({ pattern: '^[1-9]\\d{0,9}$' }) });

const Records = Type.Array(Type.Object({}, { additionalProperties: true }));
export const ExportAnswer = Success({
  exported_at: Type.String(),
  user: UserSchema,
  limits: LimitsSchema,
  google_subject: Nullable(Type.String()),
  account: Records,
  former_usernames: Records,
  sessions: Records,
  wallets: Records,
  transactions: Records,
  withdrawals: Records,
  money_limits: Records,
  payments: Records,
  purchases: Records,
  vouchers: Records,
  guesses: Records,
  coins: Records,
  push_devices: Records,
  passkeys: Records,
  notifications: Records,
  notification_preferences: Records,
  follows: Records,
  cases: Records,
  exchanges: Records,
  saved_accounts: Records,
  named_accounts: Records,
  referrals: Records,
  shares: Records,
  received_vouchers: Records,
  named_in: Records,
  guessed_on: Records,
  mails: Records,
  processor_reports: Records,
  support: Records,
});
export type ExportAnswer = Static<typeof ExportAnswer>;

export const DeleteUserBody = Closed({ password: CurrentPassword });
export type DeleteUserBody = Static<typeof DeleteUserBody>;

export const SubscriptionAnswer = Success({
  subscription: Nullable(
    Type.Object({
      status: Literals(['active', 'none']),
      days_remaining: Type.Integer(),
      plan: Nullable(Type.String()),
    }),
  ),
});
export type SubscriptionAnswer = Static<typeof SubscriptionAnswer>;

/** The plan is included to save the app one more request; older servers leave it out. */
export const UserAnswer = Success({
  data: UserSchema,
  subscription: Type.Optional(SubscriptionAnswer.properties.subscription),
});
export type UserAnswer = Static<typeof UserAnswer>;

export const PointsAnswer = Success({ points: Type.Integer() });
export type PointsAnswer = Static<typeof PointsAnswer>;
