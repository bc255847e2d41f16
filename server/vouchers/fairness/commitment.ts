import { createHash, createHmac } from 'node:crypto';

import { leafHash, merklePath, merkleRoot } from './merkle.ts';

/**
 * A voucher's commitment: published at creation, it fixes every digit and the rules before the first guess.
 * Each digit has a salt of its own, so that opening one says nothing of the others.
 */
export interface Commitment {
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

const digitSalt = (master: Buffer, position: number): string =>
  createHmac('sha256', master).update(`digit/v1/${position}`).digest('hex');

const leavesOf = (ulid: string, code: string, master: Buffer): Buffer[] =>
  [...code].map((digit, position) =>
    leafHash(`digit/v1\n${ulid}\n${position}\n${digit}\n${digitSalt(master, position)}`),
  );

/**
 * @param master 32 random bytes, secret until the voucher is completed
 * @param rulesJson canonical JSON of the rules
 */
export function commitTo(
  ulid: string,
  code: string,
  master: Buffer,
  rulesJson: string,
): Commitment {
  const rules = createHash('sha256').update(rulesJson).digest('hex');
  const root = merkleRoot(leavesOf(ulid, code, master)).toString('hex');
  const commitment = createHash('sha256')
    .update(`voucher-commit/v1\n${ulid}\n${rules}\n${root}`)
    .digest('hex');
  return { rules, root, commitment };
}

/** Proofs of the digits at `positions`, which must be open ones: a proof gives the digit's salt away. */
export function proveDigits(
  ulid: string,
  code: string,
  master: Buffer,
  positions: readonly number[],
): DigitProof[] {
  const leaves = leavesOf(ulid, code, master);
  return positions.map((position) => ({
    position,
    digit: code.charAt(position),
    salt: digitSalt(master, position),
    path: merklePath(leaves, position).map((node) => node.toString('hex')),
  }));
}
