import type { FairnessAnswer } from '../fairness.ts';
import { fromHex, toHex, utf8, hmacSha256, sha256 } from './sha256.ts';
import { leafHash, merkleLevels, merklePath, merkleRoot } from './merkle.ts';

/** The signed type prevents the use of a receipt as another kind of token (RFC 8725, 3.11). */
export const RECEIPT_TYPE = 'goodies-receipt+jwt';
export const RECEIPT_ALGORITHM = 'EdDSA';

export interface ReceiptClaims {
  /** Public origin of the server, which publishes the keys. */
  readonly iss: string;
  readonly voucher: string;
  readonly number: number;
  readonly code: string;
  readonly created_at: string;
}

/** Each digit has its own salt, so that one opened digit reveals nothing about the others. */
interface Commitment {
  readonly rules: string;
  readonly root: string;
  readonly commitment: string;
}

export type DigitProof = FairnessAnswer['digits'][number];

export const MASTER_BYTES = 32;

const digitSalt = (master: Uint8Array, position: number): string =>
  toHex(hmacSha256(master, utf8(`digit/v1/${position}`)));

export const digitLeaf = (
  ulid: string,
  { position, digit, salt }: Omit<DigitProof, 'path'>,
): Uint8Array => leafHash(`digit/v1\n${ulid}\n${position}\n${digit}\n${salt}`);

const leavesOf = (ulid: string, code: string, master: Uint8Array): Uint8Array[] =>
  [...code].map((digit, position) =>
    digitLeaf(ulid, { position, digit, salt: digitSalt(master, position) }),
  );

/** Commits to the rules and to a Merkle root (hex) over the digits. */
export function commitToRoot(ulid: string, rulesJson: string, root: string): string {
  const rules = toHex(sha256(utf8(rulesJson)));
  return toHex(sha256(utf8(`voucher-commit/v1\n${ulid}\n${rules}\n${root}`)));
}

/** @param master 32 random bytes, secret until the voucher is completed */
export function commitTo(
  ulid: string,
  code: string,
  master: Uint8Array,
  rulesJson: string,
): Commitment {
  const root = toHex(merkleRoot(leavesOf(ulid, code, master)));
  return {
    rules: toHex(sha256(utf8(rulesJson))),
    root,
    commitment: commitToRoot(ulid, rulesJson, root),
  };
}

/** `positions` must be open digits, because a proof publishes the digit's salt. */
export function proveDigits(
  ulid: string,
  code: string,
  master: Uint8Array,
  positions: readonly number[],
): DigitProof[] {
  const levels = merkleLevels(leavesOf(ulid, code, master));
  return positions.map((position) => ({
    position,
    digit: code.charAt(position),
    salt: digitSalt(master, position),
    path: merklePath(levels, position).map(toHex),
  }));
}

/** Converts the hex path of a proof to bytes. */
export const pathBytes = ({ path }: Pick<DigitProof, 'path'>): Uint8Array[] => path.map(fromHex);
