import { Type, type Static } from 'typebox';

import {
  Closed,
  Nullable,
  PinSchema,
  ReferralCodeSchema,
  RegionKeySchema,
  Success,
  Text,
  TimeSchema,
  Literals,
} from './common.ts';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from './constants.ts';
import { EMAIL_MAX_CHARS } from './accounts/email-address.ts';
import { SolvedDeviceSchema } from './devices.ts';

const GUESSES_PER_DAY_MAX = 1_000;

/** Where very many of one address sign up and in, a call is answered with `work_required` and repeated with it. */
const Work = Type.Optional(SolvedDeviceSchema);

export const USERNAME_PATTERN = '^[a-z0-9_]{3,24}$';

/** As people paste it; the server takes the address out of it (`readEmail`). */
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
  /** Whether a PIN is asked for where money leaves; absent on a device that has not asked since it exists. */
  has_pin: Type.Optional(Type.Boolean()),
  /** Not where the user has only ever signed in with Google; absent on a device that has not asked since it exists. */
  has_password: Type.Optional(Type.Boolean()),
  /** Of GET /user alone: how many notifications are unread, for the badge. */
  unread_notifications: Type.Optional(Type.Integer()),
});
export type User = Static<typeof UserSchema>;

/** POST /register */
export const RegisterBody = Closed({
  username: Type.String({ pattern: USERNAME_PATTERN }),
  email: EmailSchema,
  password: Password,
  region: Type.Optional(RegionKeySchema),
  referral_code: Type.Optional(ReferralCodeSchema),
  work: Work,
  /** That the user is 18 or older and accepts the terms; the app says so where it signs up. */
  accepts_terms: Type.Optional(Type.Literal(true)),
});
export type RegisterBody = Static<typeof RegisterBody>;
export const RegisterAnswer = Success({
  user: UserSchema,
  token: Type.String(),
  message: Type.String(),
});
export type RegisterAnswer = Static<typeof RegisterAnswer>;

/** POST /api/login; one of `email` and `username`, and either may hold the other */
export const LoginBody = Closed({
  email: Type.Optional(Text(1, 254)),
  username: Type.Optional(Text(1, 254)),
  password: Text(1, PASSWORD_MAX_CHARS),
  remember: Type.Optional(Type.Boolean()),
  /** Of the link in the mail that follows a `login_link_sent`. */
  link_token: Type.Optional(Text(1, 200)),
  work: Work,
});
export type LoginBody = Static<typeof LoginBody>;
export const LoginAnswer = Success({ user: UserSchema, token: Type.String() });
export type LoginAnswer = Static<typeof LoginAnswer>;

/** GET /user?_t= */
export const UserQuery = Closed({ _t: Type.Optional(Text(0, 32)) });
export const UserDataAnswer = Success({ data: UserSchema });
export type UserDataAnswer = Static<typeof UserDataAnswer>;

/** POST /send-verification-code */
export const SendVerificationBody = Closed({ email: EmailSchema, work: Work });
export type SendVerificationBody = Static<typeof SendVerificationBody>;

/** POST /verify-email */
export const VerifyEmailBody = Closed({ token: Text(1, 200) });
export type VerifyEmailBody = Static<typeof VerifyEmailBody>;

/** POST /forgot-password and POST /reset-password */
export const ForgotPasswordBody = Closed({ email: EmailSchema, work: Work });
export type ForgotPasswordBody = Static<typeof ForgotPasswordBody>;
export const ResetPasswordBody = Closed({
  token: Text(1, 200),
  password: Password,
  work: Work,
});
export type ResetPasswordBody = Static<typeof ResetPasswordBody>;

/** POST /user/pin: chooses the PIN, or another one */
export const SetPinBody = Closed({ pin: PinSchema, password: Text(1, PASSWORD_MAX_CHARS) });
export type SetPinBody = Static<typeof SetPinBody>;

const CurrentPassword = Text(1, PASSWORD_MAX_CHARS);

/** PATCH /user: another address takes the password, and is verified anew */
export const UpdateUserBody = Closed({
  username: Type.Optional(Type.String({ pattern: USERNAME_PATTERN })),
  email: Type.Optional(EmailSchema),
  password: Type.Optional(CurrentPassword),
});
export type UpdateUserBody = Static<typeof UpdateUserBody>;

/** POST /user/avatar: a form */
export const AvatarForm = Closed({ avatar: Type.String({ format: 'binary' }) });

/** POST /user/password: ends every other session */
export const ChangePasswordBody = Closed({ current_password: CurrentPassword, password: Password });
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;

/** GET and PUT /user/limits: how much a user lets themself play */
export const LimitsSchema = Closed({
  /** Guesses and lottery entries a day, from midnight to midnight UTC; null for no cap. */
  guesses_per_day: Nullable(Type.Integer({ minimum: 1, maximum: GUESSES_PER_DAY_MAX })),
  /** No guess until then; null for no break. One that runs is only ever made longer. */
  break_until: Nullable(TimeSchema),
});
export type Limits = Static<typeof LimitsSchema>;
export const LimitsAnswer = Success({ data: LimitsSchema });
export type LimitsAnswer = Static<typeof LimitsAnswer>;

/** GET /user/sessions: the devices that are signed in, the latest first */
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

/** DELETE /user/sessions/{id} */
export const SessionParams = Closed({ id: Type.String({ pattern: '^[1-9]\\d{0,9}$' }) });

/** GET /user/export: all that is known of the user, by subject */
const Records = Type.Array(Type.Object({}, { additionalProperties: true }));
export const ExportAnswer = Success({
  exported_at: Type.String(),
  user: UserSchema,
  limits: LimitsSchema,
  /** What Google calls the user. */
  google_subject: Nullable(Type.String()),
  former_usernames: Records,
  sessions: Records,
  wallets: Records,
  transactions: Records,
  withdrawals: Records,
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
  /** What was done by hand to the user and to what is theirs. */
  support: Records,
});
export type ExportAnswer = Static<typeof ExportAnswer>;

/** DELETE /user */
export const DeleteUserBody = Closed({ password: CurrentPassword });
export type DeleteUserBody = Static<typeof DeleteUserBody>;

/** GET /api/subscription/status */
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

/** GET /user: with the plan, which the app would ask for every time. Servers of before left it out. */
export const UserAnswer = Success({
  data: UserSchema,
  subscription: Type.Optional(SubscriptionAnswer.properties.subscription),
});
export type UserAnswer = Static<typeof UserAnswer>;

/** GET /points */
export const PointsAnswer = Success({ points: Type.Integer() });
export type PointsAnswer = Static<typeof PointsAnswer>;
