import { CODE_LENGTH } from '../constants.ts';
import type { DigitProof } from './commitment.ts';
import type { PublishedEntry } from './entries.ts';

export const PROOF_FORMAT = 'goodies-proof/v1';

/** All that is needed to check a voucher without its server, and nothing that cannot be checked. */
export interface ProofFile {
  readonly format: typeof PROOF_FORMAT;
  readonly ulid: string;
  /** Hex. */
  readonly commitment: string;
  /** Canonical JSON: the exact text that was hashed. */
  readonly rules: string;
  /** Of the digits that are open. */
  readonly digits: readonly DigitProof[];
  /** Hex; null until the voucher is completed. */
  readonly master: string | null;
  readonly code: string | null;
  /** Of a drawn lottery: the root (hex) over its entries; else null. */
  readonly entries_root: string | null;
  /** In the order of their numbers; null when the file was saved without them. */
  readonly entries: readonly PublishedEntry[] | null;
}

/** The file as it is saved. */
export const writeProofFile = (proof: ProofFile): string => `${JSON.stringify(proof)}\n`;

type Test = (value: unknown) => boolean;

const isHash: Test = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isText: Test = (value) => typeof value === 'string';
const isCode: Test = (value) =>
  typeof value === 'string' && value.length === CODE_LENGTH && /^\d+$/.test(value);
const isCount: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const nullOr =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
/** These fields and no others. */
const shaped =
  (fields: Readonly<Record<string, Test>>): Test =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === Object.keys(fields).length &&
    Object.entries(fields).every(
      ([name, test]) =>
        Object.hasOwn(value, name) && test((value as Record<string, unknown>)[name]),
    );

const FIELDS: Readonly<Record<keyof ProofFile, Test>> = {
  format: (value) => value === PROOF_FORMAT,
  // It is printed: with line breaks in it a forged proof would say of itself that it holds.
  ulid: (value) => typeof value === 'string' && /^\w+$/.test(value),
  commitment: isHash,
  rules: isText,
  digits: listOf(
    shaped({
      position: isCount,
      digit: (value) => typeof value === 'string' && /^\d$/.test(value),
      salt: isHash,
      path: listOf(isHash),
    }),
  ),
  master: nullOr(isHash),
  code: nullOr(isCode),
  entries_root: nullOr(isHash),
  entries: nullOr(
    listOf(shaped({ number: isCount, user_id: isCount, guess_code: isText, created_at: isText })),
  ),
};

/** Reads a saved proof; undefined when the text is none, down to its last field. */
export function readProofFile(text: string): ProofFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return shaped(FIELDS)(value) ? (value as ProofFile) : undefined;
}
