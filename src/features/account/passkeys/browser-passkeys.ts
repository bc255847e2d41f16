import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

import type { AddPasskeyBody } from '../../../../contract/accounts/passkeys.ts';
import type { PasskeyProof } from '../../../../contract/common.ts';
import { errorMessage, type ErrorCode } from '../../../../contract/errors.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';

const failed = (code: ErrorCode): Result<never> => fail({ code, message: errorMessage(code) });

/** Why the browser gave nothing: most often the person has closed what it asked them. */
const notGiven = (error: unknown): Result<never> =>
  failed(
    error instanceof Error && error.name === 'InvalidStateError'
      ? 'passkey_known'
      : 'passkey_not_given',
  );

/**
 * Has one of the user's passkeys sign what the server draws: the browser asks for a fingerprint, a face or its own PIN.
 * @returns `passkey_not_given` where the person or the device does not
 */
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
 * Makes a passkey on this device and tells the server of it.
 * @returns what to say; `passkey_not_given`, `passkey_known`, and what the server refuses, `password_wrong` among it
 */
export async function makePasskey(password: string): Promise<Result<string>> {
  const begun = await callWorker((worker) => worker.beginPasskey({ password }));
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
