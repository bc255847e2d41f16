import { DAY_MS } from '../durations.ts';

/**
 * How long no money leaves after a secret was changed without the second one: a day, so that the owner
 * reads the mail about it and freezes the account before whoever holds a password or a mailbox gets at the money.
 */
export const OUTGOING_PAUSE_MS = DAY_MS;

/** What begins a pause. */
export const PAUSE_REASONS = ['password', 'email', 'pin', 'passkey', 'unfrozen'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** As its owner is told, before 'on 28 Nov'. */
export const PAUSE_TEXTS: Readonly<Record<PauseReason, string>> = {
  password: 'your password was changed by mail',
  email: 'your e-mail address was changed',
  pin: 'your PIN was changed by mail',
  passkey: 'your passkeys were changed without your PIN',
  unfrozen: 'your account was unfrozen',
};

/** When a pause until then began. */
export const pauseBeganAt = (until: Date): Date => new Date(until.getTime() - OUTGOING_PAUSE_MS);
