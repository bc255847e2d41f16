import { Type, type Static } from 'typebox';

import { Closed, Success } from './common.ts';

/** A device's proof that it has done some work, so that inventing devices costs something. */

/** 16 to 64 letters, digits, `-` and `_`: the random id that an app keeps. */
const DeviceIdSchema = Type.String({ pattern: '^[\\w-]{16,64}$' });

const Hex = (maxLength: number) => Type.String({ maxLength, pattern: '^([0-9a-f]{2})+$' });

/** The work that is asked for, as `altcha-lib` (version 2) makes and solves it, signed by the server. */
export const ChallengeSchema = Closed({
  parameters: Closed({
    algorithm: Type.Literal('PBKDF2/SHA-256'),
    /** Iterations of one step; the right step has to be found by trying. */
    cost: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    data: Closed({
      device_id: DeviceIdSchema,
      /** ms since the epoch */
      issued_at: Type.Integer({ minimum: 0 }),
      /** A keyed hash of the network that asked. */
      network: Hex(64),
      /** How many times the work of a quiet network this is. */
      work: Type.Integer({ minimum: 1, maximum: 1_000 }),
    }),
    keyLength: Type.Integer({ minimum: 1, maximum: 64 }),
    keyPrefix: Hex(64),
    keySignature: Hex(128),
    nonce: Hex(64),
    salt: Hex(64),
  }),
  signature: Hex(128),
});
export type Challenge = Static<typeof ChallengeSchema>;

/** POST /devices */
export const ProveDeviceBody = Closed({
  device_id: DeviceIdSchema,
  /** The challenge as it came, and its solution; without it the answer is a challenge. */
  payload: Type.Optional(
    Closed({
      challenge: ChallengeSchema,
      solution: Closed({
        counter: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
        derivedKey: Hex(128),
        /** ms that it took, as the library notes; not looked at. */
        time: Type.Optional(Type.Number()),
      }),
    }),
  ),
});
export type ProveDeviceBody = Static<typeof ProveDeviceBody>;
export type WorkPayload = NonNullable<ProveDeviceBody['payload']>;

export const ProveDeviceAnswer = Success({
  /** Sent as `X-Device-Token` from now on. */
  token: Type.String(),
});
export type ProveDeviceAnswer = Static<typeof ProveDeviceAnswer>;
