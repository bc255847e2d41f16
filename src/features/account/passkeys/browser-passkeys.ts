import {
  startAuthentication,
  startRegistration,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/browser';

import type { AddPasskeyBody } from '../../../../contract/accounts/passkeys.ts';
import type { PasskeyProof } from '../../../../contract/common.ts';
import { errorMessage, type ErrorCode } from '../../../../contract/errors.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { signalPasskeys } from './signals.ts';

const failed = (code: ErrorCode): Result<never> => fail({ code, message: errorMessage(code) });

const notGiven = (error: unknown): Result<never> =>
  failed(
    error instanceof Error && error.name === 'InvalidStateError'
      ? 'passkey_known'
      : 'passkey_not_given',
  );

/** What the server checks. */
export const proofOf = ({ id, response }: AuthenticationResponseJSON): PasskeyProof => ({
  id,
  client_data: response.clientDataJSON,
  authenticator_data: response.authenticatorData,
  signature: response.signature,
});

/** @returns `passkey_not_given` if the user or the device refuses */
export async function signWithPasskey(): Promise<Result<PasskeyProof>> {
  const drawn = await callWorker((worker) => worker.drawChallenge());
  if (!drawn.ok) return drawn;
  try {
    return ok(proofOf(await startAuthentication({ optionsJSON: drawn.value })));
  } catch (error) {
    return notGiven(error);
  }
}

/**
 * @param pin empty where it is not confirmed by one
 * @returns the server's message; fails with `passkey_not_given`, `passkey_known` or a refusal
 */
export async function makePasskey(password: string, pin: string): Promise<Result<string>> {
  const proof = { password, ...(pin !== '' && { pin }) };
  const begun = await callWorker((worker) => worker.beginPasskey(proof));
  if (!begun.ok) return begun;
  let made: AddPasskeyBody;
  try {
    const { id, response } = await startRegistration({ optionsJSON: begun.value });
    made = {
      id,
      client_data: response.clientDataJSON,
      attestation_object: response.attestationObject,
      transports: response.transports ?? [],
    };
  } catch (error) {
    return notGiven(error);
  }
  const added = await callWorker((worker) => worker.addPasskey(made));
  if (added.ok) void signalPasskeys();
  return added;
}
