import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

import type { AddPasskeyBody } from '../../../../contract/accounts/passkeys.ts';
import type { PasskeyProof } from '../../../../contract/common.ts';
import { errorMessage, type ErrorCode } from '../../../../contract/errors.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';

const failed = (code: ErrorCode): Result<never> => fail({ code, message: errorMessage(code) });

const notGiven = (error: unknown): Result<never> =>
  failed(
    error instanceof Error && error.name === 'InvalidStateError'
      ? 'passkey_known'
      : 'passkey_not_given',
  );

/** @returns `passkey_not_given` if the user or the device refuses */
export async function signWithPasskey(): Promise<Result<PasskeyProof>> {
  const drawn = await callWorker((worker) => worker.drawChallenge());
  if (!drawn.ok) return drawn;
  try {
    const { id, response } = await startAuthentication({ optionsJSON: drawn.value });
    return ok({
      id,
      client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
    });
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
  return callWorker((worker) => worker.addPasskey(made));
}
