import { Type, type Static, type TSchema } from 'typebox';

import { Closed, Success, UlidSchema } from './common.ts';
import { GUESS_WORK_LEVEL_MAX } from './constants.ts';

/** Work that is asked for where an answer would otherwise cost a program nothing: a device's token, a guess. */

const Hex = (maxLength: number) => Type.String({ maxLength, pattern: '^([0-9a-f]{2})+$' });

/** 16 to 64 letters, digits, `-` and `_`: the random id that an app keeps. */
const DeviceIdSchema = Type.String({ pattern: '^[\\w-]{16,64}$' });

/** ms since the epoch */
const IssuedAt = Type.Integer({ minimum: 0 });

/** Whose work it is, as a device's challenge carries it. */
const DeviceWork = Closed({
  device_id: DeviceIdSchema,
  issued_at: IssuedAt,
  /** A keyed hash of the network that asked. */
  network: Hex(64),
  /** How many times the work of a quiet network this is. */
  work: Type.Integer({ minimum: 1, maximum: 1_000 }),
});

/** Which guess the work is for. */
const GuessWork = Closed({
  voucher: UlidSchema,
  user: Type.Integer({ minimum: 1 }),
  /** How many guesses of theirs the voucher had: with each that is taken, the next needs work of its own. */
  guess: Type.Integer({ minimum: 0 }),
  level: Type.Integer({ minimum: 0, maximum: GUESS_WORK_LEVEL_MAX }),
  issued_at: IssuedAt,
  /** How many times the work of a device in a quiet network this is, about a second of a cheap phone each. */
  work: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }),
});

/** The work as `altcha-lib` (version 2) makes and solves it, signed by the server. */
const ChallengeOf = <Data extends TSchema>(data: Data) =>
  Closed({
    parameters: Closed({
      algorithm: Type.Literal('PBKDF2/SHA-256'),
      /** Iterations of one step; the right step has to be found by trying. */
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

/** The challenge as it came, and its solution. */
const SolvedOf = <Challenge extends TSchema>(challenge: Challenge) =>
  Closed({
    challenge,
    solution: Closed({
      counter: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
      derivedKey: Hex(128),
      /** ms that it took, as the library notes; not looked at. */
      time: Type.Optional(Type.Number()),
    }),
  });

const DeviceChallengeSchema = ChallengeOf(DeviceWork);
export type DeviceChallenge = Static<typeof DeviceChallengeSchema>;
/** What a call that was answered with `work_required` is repeated with. */
export const SolvedDeviceSchema = SolvedOf(DeviceChallengeSchema);
export type SolvedDevice = Static<typeof SolvedDeviceSchema>;

const GuessChallengeSchema = ChallengeOf(GuessWork);
export type GuessChallenge = Static<typeof GuessChallengeSchema>;
export const SolvedGuessSchema = SolvedOf(GuessChallengeSchema);

/** Any of them, of which a solver needs to know no more. */
export type Challenge = DeviceChallenge | GuessChallenge;
export interface Solved<Of extends Challenge> {
  readonly challenge: Of;
  readonly solution: Static<typeof SolvedDeviceSchema>['solution'];
}

/** POST /devices */
export const ProveDeviceBody = Closed({
  device_id: DeviceIdSchema,
  /** Without it the answer is a challenge. */
  payload: Type.Optional(SolvedDeviceSchema),
});
export type ProveDeviceBody = Static<typeof ProveDeviceBody>;

export const ProveDeviceAnswer = Success({
  /** Sent as `X-Device-Token` from now on. */
  token: Type.String(),
});
export type ProveDeviceAnswer = Static<typeof ProveDeviceAnswer>;
