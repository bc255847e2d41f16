import { Type, type Static } from 'typebox';

import { Closed, Nullable, RegionKeySchema, Success, Text } from './common.ts';
import {
  EMAIL_PATTERN,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
  REFERRAL_CODE_PATTERN,
} from './constants.ts';
import { SolvedDeviceSchema } from './devices.ts';

/** Where very many of one address sign up and in, a call is answered with `work_required` and repeated with it. */
const Work = Type.Optional(SolvedDeviceSchema);

export const USERNAME_PATTERN = '^[a-z0-9_]{3,24}$';

const EmailSchema = Type.String({ maxLength: 254, pattern: EMAIL_PATTERN });
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
});
export type User = Static<typeof UserSchema>;

/** POST /register */
export const RegisterBody = Closed({
  username: Type.String({ pattern: USERNAME_PATTERN }),
  email: EmailSchema,
  password: Password,
  region: Type.Optional(RegionKeySchema),
  referral_code: Type.Optional(Type.String({ pattern: REFERRAL_CODE_PATTERN })),
  work: Work,
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

/** GET /api/subscription/status */
export const SubscriptionAnswer = Success({
  subscription: Nullable(
    Type.Object({
      status: Type.Union([Type.Literal('active'), Type.Literal('none')]),
      days_remaining: Type.Integer(),
      plan: Nullable(Type.String()),
    }),
  ),
});
export type SubscriptionAnswer = Static<typeof SubscriptionAnswer>;

/** GET /points */
export const PointsAnswer = Success({ points: Type.Integer() });
export type PointsAnswer = Static<typeof PointsAnswer>;
