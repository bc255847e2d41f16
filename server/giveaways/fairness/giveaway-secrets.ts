import type { Secrets } from '../../config/secrets.ts';

/** A giveaway's master key is stored sealed to its voucher, so that it fits no other row. */
const masterContext = (ulid: string): string => `master:${ulid}`;

export const sealMaster = (secrets: Secrets, ulid: string, master: Buffer): Buffer =>
  secrets.encrypt(master, masterContext(ulid));
export const openMaster = (secrets: Secrets, ulid: string, sealed: Buffer): Buffer =>
  secrets.decrypt(sealed, masterContext(ulid));

/**
 * The keyed hash that stands for a giveaway's code. It is bound to its voucher: a giveaway is never looked
 * up by its code, and a hash common to all would tell a creator, by a refused code, that another voucher has it.
 */
export const giveawayCodeHash = (secrets: Secrets, ulid: string, code: string): string =>
  secrets.lookupHash(code, `giveaway:${ulid}`);

const guessContext = (ulid: string): string => `guess:${ulid}`;

/** The keyed hash by which a person's guess on a voucher is recognised when it is sent again. */
export const guessHashOf = (secrets: Secrets, ulid: string, guess: string): string =>
  secrets.lookupHash(guess, guessContext(ulid));

/** The same under each key: until a rotated secret is out of use, a guess stands under one of them. */
export const guessHashesOf = (secrets: Secrets, ulid: string, guess: string): string[] =>
  secrets.lookupHashes(guess, guessContext(ulid));
