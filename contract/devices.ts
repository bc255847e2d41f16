import { Type, type Static, type TSchema } from 'typebox';

import { Closed, Success, UlidSchema } from './common.ts';
import { GUESS_WORK_LEVEL_MAX } from './constants.ts';

const Hex = (maxLength: number) => Type.String({ maxLength, pattern: '^([0-9a-f]{2})+$' });

const DeviceIdSchema = Type.String({ pattern: '^[\\w-]{16,64}$' });

const IssuedAt = Type.Integer({ minimum: 0 });

const DeviceWork = Closed({
  device_id: DeviceIdSchema,
  issued_at: IssuedAt,
  network: Hex(64),
  work: Type.Integer({ minimum: 1, maximum: 1_000 }),
});

const GuessWork = Closed({
  voucher: UlidSchema,
  user: Type.Integer({ minimum: 1 }),
  /** The number of earlier guesses, so that one solution cannot serve two guesses. */
  guess: Type.Integer({ minimum: 0 }),
  level: Type.Integer({ minimum: 0, maximum: GUESS_WORK_LEVEL_MAX }),
  issued_at: IssuedAt,
  /** In units of a device's work, about one second each on a cheap phone. */
  work: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }),
});

/** `altcha-lib` version 2 creates and solves this challenge, and the server signs it. */
const ChallengeOf = <Data extends TSchema>(data: Data) =>
  Closed({
    parameters: Closed({
      algorithm: Type.Literal('PBKDF2/SHA-256'),
      cost: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      data,
      keyLength: Type.Integer({ minimum: 1, maximum: 64 }),
      keyPrefix: Hex(64),
      keySignature: Hex(128),
      nonce: Hex(64),
      salt: Hex(64),
    }),
    signature: Hex(128),
  });

const SolvedOf = <Challenge extends TSchema>(challenge: Challenge) =>
  Closed({
    challenge,
    solution: Closed({
      counter: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
      derivedKey: Hex(128),
      /** The library writes this time in ms, and the server ignores it. */
      time: Type.Optional(Type.Number()),
    }),
  });

const DeviceChallengeSchema = ChallengeOf(DeviceWork);
export type DeviceChallenge = Static<typeof DeviceChallengeSchema>;
export const SolvedDeviceSchema = SolvedOf(DeviceChallengeSchema);
export type SolvedDevice = Static<typeof SolvedDeviceSchema>;

const GuessChallengeSchema = ChallengeOf(GuessWork);
export type GuessChallenge = Static<typeof GuessChallengeSchema>;
export const SolvedGuessSchema = SolvedOf(GuessChallengeSchema);

export type Challenge = DeviceChallenge | GuessChallenge;
export interface Solved<Of extends Challenge> {
  readonly challenge: Of;
  readonly solution: Static<typeof SolvedDeviceSchema>['solution'];
}

export const ProveDeviceBody = Closed({
  device_id: DeviceIdSchema,
  payload: Type.Optional(SolvedDeviceSchema),
});
export type ProveDeviceBody = Static<typeof ProveDeviceBody>;

export const ProveDeviceAnswer = Success({
  token: Type.String(),
});
export type ProveDeviceAnswer = Static<typeof ProveDeviceAnswer>;
