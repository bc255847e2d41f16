import type { ErrorCode } from '../../../../contract/errors.ts';

/** A request that was refused with one of these codes has moved no money. */
export const PROOF_CODES: readonly ErrorCode[] = [
  'pin_needed',
  'pin_required',
  'pin_wrong',
  'pin_locked',
  'passkey_required',
  'passkey_refused',
];
