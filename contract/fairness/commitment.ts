import { fromHex, toHex, utf8, hmacSha256, sha256 } from './sha256.ts';
import { leafHash, merkleLevels, merklePath, merkleRoot } from './merkle.ts';

/** `typ` of a receipt's header: what is signed says what it is, so that it is taken for nothing else (RFC 8725, 3.11). */
export const RECEIPT_TYPE = 'goodies-receipt+jwt';
/** `alg` of its header, over Ed25519 (RFC 8037). */
export const RECEIPT_ALGORITHM = 'EdDSA';

/** What a receipt of a guess says: that this code was accepted under this number, and when. No guesser is named. */
export interface ReceiptClaims {
  /** The server's public origin, which publishes the keys. */
  readonly iss: string;
  /** The voucher's ulid. */
  readonly voucher: string;
  /** As in the answer to the guess; one guess of a voucher has it. */
  readonly number: number;
  readonly code: string;
  /** ISO 8601, to the ms: the moment of acceptance, as a lottery publishes it. */
  readonly created_at: string;
}

/**
 * A voucher's commitment: published at creation, it fixes every digit and the rules before the first guess.
 * Each digit has a salt of its own, so that opening one says nothing of the others.
 */
interface Commitment {
  /** All hex. */
  readonly rules: string;
  readonly root: string;
  readonly commitment: string;
}

/** What proves one opened digit. */
export interface DigitProof {
  readonly position: number;
  readonly digit: string;
  /** Hex. */
  readonly salt: string;
  /** Hex, lowest neighbour first. */
  readonly path: readonly string[];
}

export const MASTER_BYTES = 32;

/** The salt of a digit, hex. */
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

/** The commitment to a text of rules and a root (hex) over the digits. */
export function commitToRoot(ulid: string, rulesJson: string, root: string): string {
  const rules = toHex(sha256(utf8(rulesJson)));
  return toHex(sha256(utf8(`voucher-commit/v1\n${ulid}\n${rules}\n${root}`)));
}

/**
 * @param master 32 random bytes, secret until the voucher is completed
 * @param rulesJson canonical JSON of the rules
 */
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

/** Proofs of the digits at `positions`, which must be open ones: a proof gives the digit's salt away. */
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

/** The path of a proof as bytes. */
export const pathBytes = ({ path }: Pick<DigitProof, 'path'>): Uint8Array[] => path.map(fromHex);
