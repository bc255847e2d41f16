import type { ErrorCode } from '../../../../contract/errors.ts';

/** The refusals that ask for the PIN or a passkey; the request that they answer has moved nothing. */
export const PROOF_CODES: readonly ErrorCode[] = [
  'pin_needed',
  'pin_required',
  'pin_wrong',
  'pin_locked',
  'passkey_required',
  'passkey_refused',
];
