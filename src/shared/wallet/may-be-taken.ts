import { isUnanswered } from '../../../contract/errors/is-unanswered.ts';
import type { Failure } from '../../../contract/result.ts';
import { PROOF_CODES } from '../accounts/pin/proof-codes.ts';

/** With these nothing has left the device, or the server has taken nothing. */
const NOT_TAKEN = new Set<string>([
  'storage_full',
  'too_many_requests',
  'unauthenticated',
  ...PROOF_CODES,
]);

/**
 * Whether money that was sent may have been taken all the same: then it must not be called failed.
 * @param isRepeated whether it was sent before and nothing was heard of it
 */
export const mayBeTaken = (failure: Failure, isRepeated: boolean): boolean =>
  NOT_TAKEN.has(failure.code) ? isRepeated : isUnanswered(failure);
