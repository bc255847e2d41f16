import { CODE_LENGTH } from '../constants.ts';
import { fromHex } from './sha256.ts';
import { judged, listed, nth, type Check, type CheckName, type ProofFile } from './proof-file.ts';
import { commitTo, commitToRoot } from './commitment.ts';
import {
  findDigitFaults,
  otherDigit,
  rootOf,
  type DigitFault,
  judgeShown,
  misshown,
  type Shown,
} from './judge-digits.ts';
import { type OwnEntry, judgeEntries } from './judge-entries.ts';
import { readSealedRules } from './sealed-rules.ts';

export interface Expected {
  readonly ulid?: string | undefined;
  /** Hex, as this device first received it. */
  readonly commitment?: string | undefined;
  readonly receipts?: readonly OwnEntry[] | undefined;
  readonly shown?: Shown | undefined;
}

export interface Verdict {
  readonly checks: readonly Check[];
  readonly hasFailed: boolean;
  readonly proved: readonly number[];
  readonly refuted: readonly number[];
}

interface Root {
  readonly root: string;
  readonly isCommitted: boolean;
}

/** Two equal roots prove the voucher, because each leaf hash contains its ULID. */
function agreedRoot(roots: readonly (string | undefined)[]): string | undefined {
  return roots.find((root, at) => root !== undefined && roots.indexOf(root) < at);
}

const codeRoot = ({ ulid, rules, master, code }: ProofFile): string | undefined =>
  master === null || code?.length !== CODE_LENGTH
    ? undefined
    : commitTo(ulid, code, fromHex(master), rules).root;

function findRoot(proof: ProofFile): Root | undefined {
  const { ulid, rules, commitment, digits } = proof;
  const isCommitted = (root: string): boolean => commitToRoot(ulid, rules, root) === commitment;
  const roots = [...digits.map((digit) => rootOf(ulid, digit)), codeRoot(proof)];
  const committed = roots.find((root) => root !== undefined && isCommitted(root));
  if (committed !== undefined) return { root: committed, isCommitted: true };
  const agreed = agreedRoot(roots);
  if (agreed !== undefined) return { root: agreed, isCommitted: false };
  for (const digit of digits) {
    const other = otherDigit(ulid, digit, isCommitted);
    if (other) return { root: other.root, isCommitted: true };
  }
  return undefined;
}

function judgeDigits(
  { digits, rules }: ProofFile,
  { isCommitted }: Root,
  faults: readonly DigitFault[],
): Check {
  const name = 'digits';
  const wrong = faults.filter((fault) => fault.kind === 'digit');
  if (wrong.length > 0) {
    const words = wrong.map(({ position, committed }) =>
      committed === undefined ? nth(position) : `${nth(position)} (it was ${committed})`,
    );
    return judged(name, 'fail', `Not what was sealed: ${words.join(', ')}.`);
  }
  const shown = digits.map(({ position }) => position);
  // Changed rules cannot tell which digits must be open.
  const hidden = isCommitted ? readSealedRules(rules)?.hidden : undefined;
  const missing = Array.from({ length: CODE_LENGTH }, (_, position) => position).filter(
    (position) => hidden?.includes(position) === false && !shown.includes(position),
  );
  if (missing.length > 0)
    return judged(name, 'fail', `Open from the start, but not proved: ${listed(missing)}.`);
  if (new Set(shown).size < shown.length) return judged(name, 'fail', 'A digit is named twice.');
  const says = `All ${digits.length} open digits are the ones that were sealed before the first guess.`;
  return judged(name, 'pass', says);
}

function judgePaths(faults: readonly DigitFault[]): Check {
  const wrong = faults.flatMap(({ kind, position }) => (kind === 'path' ? [position] : []));
  return wrong.length > 0
    ? judged('paths', 'fail', `The link to the seal was changed: ${listed(wrong)}.`)
    : judged('paths', 'pass', 'Each digit leads to the same seal.');
}

function judgeRules({ rules }: ProofFile, { isCommitted }: Root): Check {
  const name = 'rules';
  if (!isCommitted) return judged(name, 'fail', 'The rules are not the ones that were sealed.');
  return readSealedRules(rules)
    ? judged(name, 'pass', 'The rules are the ones that were sealed.')
    : judged(name, 'fail', 'The sealed rules are empty.');
}

function judgeCode(proof: ProofFile, { root }: Root): Check {
  const name = 'code';
  if (proof.code === null && proof.master === null)
    return judged(name, 'open', 'The whole code is proved once the voucher is over.');
  return codeRoot(proof) === root
    ? judged(name, 'pass', 'The whole code is the one that was sealed.')
    : judged(name, 'fail', 'The whole code or its key is not what was sealed.');
}

const UNSURE = 'This file is not the proof of one voucher.';
const unsure = (...names: readonly CheckName[]): Check[] =>
  names.map((name) => ({ name, outcome: 'open', says: UNSURE }));

function judgeVoucher(proof: ProofFile, isOfOne: boolean, expected: Expected): Check {
  const isExpected = expected.ulid === undefined || expected.ulid === proof.ulid;
  return isOfOne && isExpected
    ? judged('voucher', 'pass', 'The proof was made for this voucher.')
    : judged('voucher', 'fail', 'The proof was made for another voucher.');
}

function judgeSeal({ commitment }: ProofFile, expected: Expected): Check[] {
  if (expected.commitment === undefined) return [];
  return [
    commitment === expected.commitment
      ? judged('seal', 'pass', 'The seal is the one that was known before.')
      : judged('seal', 'fail', 'The seal is not the one that was known before.'),
  ];
}

/** Checks a proof by itself and against `expected`, and names each forgery. */
export function verifyProof(proof: ProofFile, expected: Expected = {}): Verdict {
  const root = findRoot(proof);
  const faults = root ? findDigitFaults(proof.ulid, proof.digits, root.root) : [];
  const checks = [
    judgeVoucher(proof, root !== undefined, expected),
    ...judgeSeal(proof, expected),
    ...(root
      ? [
          judgeRules(proof, root),
          judgeDigits(proof, root, faults),
          judgePaths(faults),
          judgeCode(proof, root),
        ]
      : unsure('rules', 'digits', 'paths', 'code')),
    ...(expected.shown ? [judgeShown(proof, expected.shown)] : []),
    ...judgeEntries(proof, expected.receipts),
  ];
  const isSure = checks.every(
    ({ name, outcome }) =>
      outcome === 'pass' || (name !== 'voucher' && name !== 'seal' && name !== 'rules'),
  );
  const wrong = new Set([
    ...faults.map(({ position }) => position),
    ...(expected.shown ? misshown(proof, expected.shown) : []),
  ]);
  const refuted = [...wrong];
  const shown = proof.digits.map(({ position }) => position);
  return {
    checks,
    hasFailed: checks.some(({ outcome }) => outcome === 'fail'),
    proved: isSure ? shown.filter((position) => !wrong.has(position)) : [],
    refuted: isSure ? refuted : shown,
  };
}
