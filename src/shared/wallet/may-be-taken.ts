import { isUnanswered } from '../../../contract/errors/is-unanswered.ts';
import type { Failure } from '../../../contract/result.ts';
import { PROOF_CODES } from '../accounts/pin/proof-codes.ts';

/** With these errors the request has not left the device, or the server has taken nothing. */
const NOT_TAKEN = new Set<string>([
  'storage_full',
  'too_many_requests',
  'unauthenticated',
  ...PROOF_CODES,
]);

/**
 * A payment that may have been taken must not be called failed.
 * @param isRepeated whether it was sent before without an answer
 */
export const mayBeTaken = (failure: Failure, isRepeated: boolean): boolean =>
  NOT_TAKEN.has(failure.code) ? isRepeated : isUnanswered(failure);
