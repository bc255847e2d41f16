import { Type, type Static } from 'typebox';

import {
  Base64UrlSchema,
  Closed,
  Data,
  Nullable,
  OwnerProof,
  PasskeyProofSchema,
  Success,
  Text,
} from '../common.ts';
import { PASSWORD_MAX_CHARS } from '../constants.ts';
import { SolvedDeviceSchema } from '../devices.ts';

const Transports = Type.Array(Text(1, 32), { maxItems: 10 });

const ID_MAX = 2_147_483_647;

const Password = Text(1, PASSWORD_MAX_CHARS);
const Named = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Optional(Transports),
});

export const PasskeySchema = Type.Object({
  id: Type.Integer(),
  /** What the user's password manager knows it by. */
  credential_id: Type.String(),
  user_agent: Type.String(),
  created_at: Type.String(),
  last_used_at: Nullable(Type.String()),
});
export type Passkey = Static<typeof PasskeySchema>;
export const PasskeysAnswer = Success({ data: Type.Array(PasskeySchema) });
export type PasskeysAnswer = Static<typeof PasskeysAnswer>;

/** With the PIN or a passkey beside the password, money may leave at once. */
export const PasskeyOptionsBody = Closed({ password: Password, ...OwnerProof });
export type PasskeyOptionsBody = Static<typeof PasskeyOptionsBody>;
export const PasskeyOptionsAnswer = Data({
  challenge: Type.String(),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(
    Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') }),
  ),
  timeout: Type.Integer(),
  attestation: Type.Literal('none'),
  excludeCredentials: Type.Array(Named),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('preferred'),
    userVerification: Type.Literal('required'),
  }),
});
export type PasskeyOptionsAnswer = Static<typeof PasskeyOptionsAnswer>;

export const AddPasskeyBody = Closed({
  id: Base64UrlSchema(1_400),
  client_data: Base64UrlSchema(4_000),
  attestation_object: Base64UrlSchema(10_000),
  transports: Type.Optional(Transports),
});
export type AddPasskeyBody = Static<typeof AddPasskeyBody>;

export const PasskeyChallengeAnswer = Data({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.Literal('required'),
  allowCredentials: Type.Array(Named),
});
export type PasskeyChallengeAnswer = Static<typeof PasskeyChallengeAnswer>;

export const RemovePasskeyBody = Closed({
  id: Type.Integer({ minimum: 1, maximum: ID_MAX }),
  password: Password,
});
export type RemovePasskeyBody = Static<typeof RemovePasskeyBody>;

/** Without credentials: the device offers those that it has for the site. */
export const PasskeyLoginOptionsAnswer = Data({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.Literal('required'),
});
export type PasskeyLoginOptionsAnswer = Static<typeof PasskeyLoginOptionsAnswer>;

export const PasskeyLoginBody = Closed({
  passkey: PasskeyProofSchema,
  work: Type.Optional(SolvedDeviceSchema),
});
export type PasskeyLoginBody = Static<typeof PasskeyLoginBody>;
