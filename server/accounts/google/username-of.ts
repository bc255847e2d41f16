import { randomInt } from 'node:crypto';

const MIN_CHARS = 3;
const MAX_CHARS = 24;
const DIGITS = 4;

/**
 * A username drawn from an address: what stands before the @, in the letters that a username may have.
 * @param isPlain false: with random digits behind, because the plain one is taken
 */
export function usernameOf(email: string, isPlain: boolean): string {
  const [local = ''] = email.toLowerCase().split('@');
  const name = local
    // What follows a plus names a mailbox, not a person.
    .replace(/\+.*/, '')
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const known = name.length < MIN_CHARS ? `guest_${name}`.replace(/_$/, '') : name;
  if (isPlain) return known.slice(0, MAX_CHARS);
  const digits = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  return `${known.slice(0, MAX_CHARS - DIGITS - 1)}_${digits}`;
}
