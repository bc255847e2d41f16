import { CODE_LENGTH } from '../constants.ts';
import type { EntryProof } from '../fairness.ts';
import type { DigitProof } from './commitment.ts';
import type { PublishedEntry } from './entries.ts';

export type CheckName =
  | 'voucher'
  | 'seal'
  | 'rules'
  | 'ticket'
  | 'digits'
  | 'paths'
  | 'code'
  | 'entries';

export interface Check {
  readonly name: CheckName;
  readonly outcome: 'pass' | 'fail' | 'open';
  readonly says: string;
}

export const judged = (name: CheckName, outcome: Check['outcome'], says: string): Check => ({
  name,
  outcome,
  says,
});

export const nth = (position: number): string => `digit ${position + 1}`;
export const listed = (positions: readonly number[]): string => positions.map(nth).join(', ');

export const PROOF_FORMAT = 'goodies-proof/v1';

export interface ProofFile {
  readonly format: typeof PROOF_FORMAT;
  readonly ulid: string;
  readonly commitment: string;
  /** Canonical JSON: the exact text that was hashed. */
  readonly rules: string;
  readonly digits: readonly DigitProof[];
  readonly master: string | null;
  readonly code: string | null;
  readonly entries_root: string | null;
  readonly entries: readonly PublishedEntry[] | null;
  readonly own_entries?: readonly EntryProof[];
}

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
const shaped =
  (fields: Readonly<Record<string, Test>>, optional: Readonly<Record<string, Test>> = {}): Test =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(fields).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, field]) => {
      const all = Object.hasOwn(fields, name) ? fields : optional;
      return Object.hasOwn(all, name) && all[name]?.(field) === true;
    });

const ENTRY: Readonly<Record<keyof PublishedEntry, Test>> = {
  number: isCount,
  user_id: isCount,
  guess_code: isText,
  created_at: isText,
};

const FIELDS: Readonly<Record<Exclude<keyof ProofFile, 'own_entries'>, Test>> = {
  format: (value) => value === PROOF_FORMAT,
  // This is printed, so a line break could forge a line of the report.
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
  entries: nullOr(listOf(shaped(ENTRY))),
};
const OPTIONAL: Readonly<Record<'own_entries', Test>> = {
  own_entries: listOf(shaped({ ...ENTRY, index: isCount, size: isCount, path: listOf(isHash) })),
};

/** Returns undefined unless every field is valid. */
export function readProofFile(text: string): ProofFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return shaped(FIELDS, OPTIONAL)(value) ? (value as ProofFile) : undefined;
}
