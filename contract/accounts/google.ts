import { Type, type Static } from 'typebox';

import { UserSchema } from '../accounts.ts';
import { Closed, ReferralCodeSchema, Success, Text } from '../common.ts';

/** In a query the work of a busy network is JSON of a `SolvedDevice`. */
const Work = Type.Optional(Text(2, 4_000));
const ReferralCode = Type.Optional(ReferralCodeSchema);

/** GET /auth/google/url */
export const GoogleUrlQuery = Closed({
  /** Where to go afterwards; honoured on this app's own origin only (spec 5). */
  redirect: Type.Optional(Text(1, 2_000)),
  referral_code: ReferralCode,
  /** 30 days instead of 24 hours. */
  remember: Type.Optional(Type.Boolean()),
  /** That a visitor who makes an account so is 18 or older and accepts the terms; the app says so beside its button. */
  accepts_terms: Type.Optional(Type.Boolean()),
  work: Work,
});
export type GoogleUrlQuery = Static<typeof GoogleUrlQuery>;
export const GoogleUrlAnswer = Success({
  /** Of Google's page, with `state`, `nonce` and a PKCE challenge in it. */
  url: Type.String(),
  /** What this browser shows on return that it was here; it stays in the browser. */
  key: Type.String(),
});
export type GoogleUrlAnswer = Static<typeof GoogleUrlAnswer>;

/** GET /auth/google/callback (spec 7.1), with the key in the header `X-Login-Key` */
export const GoogleCallbackQuery = Closed({
  code: Type.Optional(Text(0, 2_000)),
  state: Type.Optional(Text(0, 200)),
  /** The issuer, as it stands in the address that Google sends people back to (RFC 9207). */
  iss: Type.Optional(Text(0, 200)),
  referral_code: ReferralCode,
  work: Work,
});
export type GoogleCallbackQuery = Static<typeof GoogleCallbackQuery>;
export const GoogleCallbackAnswer = Success({
  message: Type.String(),
  data: UserSchema,
  token: Type.String(),
  /** A path of this app. */
  redirect: Type.String(),
});
export type GoogleCallbackAnswer = Static<typeof GoogleCallbackAnswer>;
