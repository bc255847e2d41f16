import { HIDDEN } from '../vouchers/voucher-code.ts';
import { listed, type Check, type ProofFile } from './proof-file.ts';
import { readSealedRules, type SealedRules } from './sealed-rules.ts';
import { CODE_LENGTH } from '../constants.ts';
import { toHex } from './sha256.ts';
import { digitLeaf, pathBytes, type DigitProof } from './commitment.ts';
import { climb, type Climb } from './merkle.ts';

/** What a screen says of the voucher. Amount in minor units, times in ms since the epoch. */
export interface Shown extends Partial<Omit<SealedRules, 'hidden' | 'feeBp'>> {
  /** Digits, with `*` for a hidden one. */
  readonly maskedCode: string;
}

/** Positions at which another digit is shown than the proof is of. */
export const misshown = ({ digits }: Pick<ProofFile, 'digits'>, { maskedCode }: Shown): number[] =>
  digits.flatMap(({ position, digit }) => {
    const shown = maskedCode.charAt(position);
    return shown === HIDDEN || shown === digit ? [] : [position];
  });

/** Positions of shown digits that the proof says nothing of: they opened after it was made. */
const unprovedOf = ({ digits }: Pick<ProofFile, 'digits'>, { maskedCode }: Shown): number[] => {
  const proved = new Set(digits.map(({ position }) => position));
  return [...maskedCode].flatMap((digit, at) => (digit === HIDDEN || proved.has(at) ? [] : [at]));
};

const NAMES = {
  amount: 'prize',
  currency: 'currency',
  revealMethod: 'way digits open',
  firstRevealViews: 'views for a digit',
  secondRevealViews: 'views for a digit',
  opensAtMs: 'time a digit opens',
  closesAtMs: 'closing time',
} as const;

/** Whether the ticket on the screen says what the sealed rules and the proved digits say. */
export function judgeShown(proof: ProofFile, shown: Shown): Check {
  const rules = readSealedRules(proof.rules);
  const fields = Object.keys(NAMES) as (keyof typeof NAMES)[];
  const differing = fields.filter(
    (name) => shown[name] !== undefined && shown[name] !== rules?.[name],
  );
  const names = new Set<string>(differing.map((name) => NAMES[name]));
  if (misshown(proof, shown).length > 0) names.add('digits');
  const name = 'ticket';
  if (names.size > 0)
    return {
      name,
      outcome: 'fail',
      says: `The ticket shows something else than was sealed: ${[...names].join(', ')}.`,
    };
  const unproved = unprovedOf(proof, shown);
  return unproved.length > 0
    ? { name, outcome: 'open', says: `Shown, but not proved yet: ${listed(unproved)}.` }
    : {
        name,
        outcome: 'pass',
        says: 'The ticket shows the prize, rules and digits that were sealed.',
      };
}

/** What is wrong with the proof of one digit. */
export type DigitFault =
  /** Another digit was committed; `committed` when it can be told which. */
  | { readonly kind: 'digit'; readonly position: number; readonly committed?: string }
  /** The digit may be right, the path beside it is not the one that was given out. */
  | { readonly kind: 'path'; readonly position: number };

const climbOf = (ulid: string, proof: DigitProof): Climb | undefined =>
  climb(digitLeaf(ulid, proof), proof.position, CODE_LENGTH, pathBytes(proof));

/** The root (hex) that a digit's proof leads to; undefined when its path has the wrong length. */
export function rootOf(ulid: string, proof: DigitProof): string | undefined {
  const root = climbOf(ulid, proof)?.nodes.at(-1)?.hash;
  return root && toHex(root);
}

const DIGITS = [...'0123456789'];

/** The other digit that would lead to a root for which `isRight` holds, with that root. */
export function otherDigit(
  ulid: string,
  proof: DigitProof,
  isRight: (root: string) => boolean,
): { readonly digit: string; readonly root: string } | undefined {
  for (const digit of DIGITS) {
    const root = digit === proof.digit ? undefined : rootOf(ulid, { ...proof, digit });
    if (root !== undefined && isRight(root)) return { digit, root };
  }
  return undefined;
}

/** Every node of the tree that proofs which hold have shown, by its place. */
function knownNodes(ulid: string, proofs: readonly DigitProof[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const proof of proofs) {
    const way = climbOf(ulid, proof);
    for (const { at, hash } of way?.nodes ?? []) known.set(at, toHex(hash));
    for (const [step, at] of way?.neighbours.entries() ?? []) known.set(at, proof.path[step] ?? '');
  }
  return known;
}

function faultOf(
  ulid: string,
  proof: DigitProof,
  root: string,
  known: ReadonlyMap<string, string>,
): DigitFault {
  const { position } = proof;
  const other = otherDigit(ulid, proof, (reached) => reached === root);
  if (other) return { kind: 'digit', position, committed: other.digit };
  const way = climbOf(ulid, proof);
  const [leaf] = way?.nodes ?? [];
  if (!way || !leaf) return { kind: 'path', position };
  const knownLeaf = known.get(leaf.at);
  if (knownLeaf !== undefined)
    return { kind: knownLeaf === toHex(leaf.hash) ? 'path' : 'digit', position };
  const isPathRight = way.neighbours.every(
    (at, step) => (known.get(at) ?? proof.path[step]) === proof.path[step],
  );
  return { kind: isPathRight ? 'digit' : 'path', position };
}

/** What is wrong with each proof that does not lead to `root`, judged by those that do. */
export function findDigitFaults(
  ulid: string,
  proofs: readonly DigitProof[],
  root: string,
): DigitFault[] {
  const holds = (proof: DigitProof): boolean => rootOf(ulid, proof) === root;
  const known = knownNodes(ulid, proofs.filter(holds));
  return proofs.filter((proof) => !holds(proof)).map((proof) => faultOf(ulid, proof, root, known));
}
