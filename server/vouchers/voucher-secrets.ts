import { randomInt } from 'node:crypto';
import { desc } from 'drizzle-orm';

import type { Secrets } from '../config/secrets.ts';
import { CODE_LENGTH } from '../../contract/constants.ts';
import { HIDDEN } from '../../contract/vouchers/voucher-code.ts';
import type { Voucher } from './voucher-row.ts';
import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';

/** The ciphertext is bound to its voucher, so that it fits no other row. */
export const encryptCode = (secrets: Secrets, ulid: string, code: string): Buffer =>
  secrets.encrypt(code, ulid);
export const decryptCode = (secrets: Secrets, ulid: string, encrypted: Buffer): string =>
  secrets.decrypt(encrypted, ulid).toString('utf8');

/** The ciphertext is bound to its voucher, so that it fits no other row. */
const masterContext = (ulid: string): string => `master:${ulid}`;

export const encryptMaster = (secrets: Secrets, ulid: string, master: Buffer): Buffer =>
  secrets.encrypt(master, masterContext(ulid));
export const decryptMaster = (secrets: Secrets, ulid: string, encrypted: Buffer): Buffer =>
  secrets.decrypt(encrypted, masterContext(ulid));

/** A hash for all vouchers would tell a creator that another voucher has the same code. */
export const giveawayCodeHash = (secrets: Secrets, ulid: string, code: string): string =>
  secrets.lookupHash(code, `giveaway:${ulid}`);

const guessContext = (ulid: string): string => `guess:${ulid}`;

export const guessHashOf = (secrets: Secrets, ulid: string, guess: string): string =>
  secrets.lookupHash(guess, guessContext(ulid));

/** While the secret rotates, a guess is stored under one of these. */
export const guessHashesOf = (secrets: Secrets, ulid: string, guess: string): string[] =>
  secrets.lookupHashes(guess, guessContext(ulid));

export const drawCode = (length: number = CODE_LENGTH): string =>
  Array.from({ length }, () => randomInt(10)).join('');

export function drawPositions(count: number, length: number = CODE_LENGTH): number[] {
  const rest = Array.from({ length }, (_, position) => position);
  const drawn = Array.from({ length: count }, () => rest.splice(randomInt(rest.length), 1)[0] ?? 0);
  return drawn.toSorted((a, b) => a - b);
}

/** With ten of thirteen digits, a stolen database would open each code in a thousand tries. */
export const SHOWN_TO_CREATOR = '-';

type Masked = Pick<Voucher, 'purpose' | 'ulid' | 'codeEncrypted' | 'maskedCode'>;

export function creatorMask(secrets: Secrets, voucher: Masked): string {
  const { purpose, ulid, codeEncrypted, maskedCode } = voucher;
  if (purpose !== 'payment') return maskedCode;
  const code = decryptCode(secrets, ulid, codeEncrypted);
  return [...maskedCode].map((sign, at) => (sign === HIDDEN ? HIDDEN : code.charAt(at))).join('');
}

/** Undefined if there is no voucher. */
export async function readEncryptedCode(
  db: Db,
): Promise<Pick<Voucher, 'ulid' | 'codeEncrypted'> | undefined> {
  const [row] = await db
    .select({ ulid: vouchers.ulid, codeEncrypted: vouchers.codeEncrypted })
    .from(vouchers)
    .orderBy(desc(vouchers.id))
    .limit(1);
  return row;
}
