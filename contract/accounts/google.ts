import { Type, type Static } from 'typebox';

import { GoogleProof, UserSchema } from '../accounts.ts';
import { Closed, ReferralCodeSchema, Success, Text } from '../common.ts';
import { SolvedDeviceSchema } from '../devices.ts';

const Work = Type.Optional(Text(2, 4_000));
const ReferralCode = Type.Optional(ReferralCodeSchema);

export const GoogleUrlQuery = Closed({
  /** The server follows only redirects to this app's own origin (spec 5). */
  redirect: Type.Optional(Text(1, 2_000)),
  referral_code: ReferralCode,
  remember: Type.Optional(Type.Boolean()),
  accepts_terms: Type.Optional(Type.Boolean()),
  work: Work,
});
export type GoogleUrlQuery = Static<typeof GoogleUrlQuery>;
export const GoogleUrlAnswer = Success({
  url: Type.String(),
  /** The browser stores this key and shows it on return, to prove that it started the sign-in. */
  key: Type.String(),
  /** With what the browser itself can ask Google (FedCM), where the server's Google takes part. */
  browser: Type.Optional(
    Type.Object({
      config_url: Type.String(),
      client_id: Type.String(),
      nonce: Type.String(),
      state: Type.String(),
    }),
  ),
});
export type GoogleUrlAnswer = Static<typeof GoogleUrlAnswer>;

export const GoogleCallbackQuery = Closed({
  code: Type.Optional(Text(0, 2_000)),
  state: Type.Optional(Text(0, 200)),
  iss: Type.Optional(Text(0, 200)),
  referral_code: ReferralCode,
  work: Work,
});
export type GoogleCallbackQuery = Static<typeof GoogleCallbackQuery>;
/** With the token that the browser got. */
export const GoogleTokenBody = Closed({
  token: Text(1, 8_000),
  state: Text(1, 200),
  referral_code: ReferralCode,
  work: Type.Optional(SolvedDeviceSchema),
});
export type GoogleTokenBody = Static<typeof GoogleTokenBody>;

export const GoogleCallbackAnswer = Success({
  message: Type.String(),
  data: UserSchema,
  token: Type.String(),
  redirect: Type.String(),
});
export type GoogleCallbackAnswer = Static<typeof GoogleCallbackAnswer>;

export const FinishGoogleProofBody = Closed({
  ...GoogleProof.properties,
  code: Text(1, 2_000),
  iss: Type.Optional(Text(0, 200)),
});
export type FinishGoogleProofBody = Static<typeof FinishGoogleProofBody>;
