import type { ShownVoucher } from './shown-voucher.ts';

/** Who may guess on a private voucher, for everybody who looks at it; undefined of a public one. */
export const whoMayGuess = ({ is_private: isPrivate, creator }: ShownVoucher): string | undefined =>
  isPrivate ? `Private: only people whom @${creator} has invited may guess.` : undefined;

/** Said in place of a guess to those who are not known: among them are people who are invited. */
export const INVITED_ONLY = 'Invited? Log in to guess.';
