import { HIDDEN } from '../vouchers/voucher-code.ts';
import { judged, listed, type Check, type ProofFile } from './proof-file.ts';
import { readSealedRules, type SealedRules } from './sealed-rules.ts';
import { CODE_LENGTH } from '../constants.ts';
import { toHex } from './sha256.ts';
import { digitLeaf, pathBytes, type DigitProof } from './commitment.ts';
import { climb, type Climb } from './merkle.ts';

/** Voucher data on the screen: amount in minor units, times in ms since the epoch. */
export interface Shown extends Partial<Omit<SealedRules, 'hidden' | 'feeBp'>> {
  readonly maskedCode: string;
}

export const misshown = ({ digits }: Pick<ProofFile, 'digits'>, { maskedCode }: Shown): number[] =>
  digits.flatMap(({ position, digit }) => {
    const shown = maskedCode.charAt(position);
    return shown === HIDDEN || shown === digit ? [] : [position];
  });

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

/** Compares the displayed voucher with the committed rules and the proved digits. */
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
    return judged(
      name,
      'fail',
      `The ticket does not match what was sealed: ${[...names].join(', ')}.`,
    );
  const unproved = unprovedOf(proof, shown);
  return unproved.length > 0
    ? judged(name, 'open', `Shown, but not proved yet: ${listed(unproved)}.`)
    : judged(name, 'pass', 'The ticket shows the prize, rules and digits that were sealed.');
}

export type DigitFault =
  /** `committed` is the true digit, if it can be found. */
  | { readonly kind: 'digit'; readonly position: number; readonly committed?: string }
  | { readonly kind: 'path'; readonly position: number };

const climbOf = (ulid: string, proof: DigitProof): Climb | undefined =>
  climb(digitLeaf(ulid, proof), proof.position, CODE_LENGTH, pathBytes(proof));

/** Returns hex, or undefined if the path has the wrong length. */
export function rootOf(ulid: string, proof: DigitProof): string | undefined {
  const root = climbOf(ulid, proof)?.nodes.at(-1)?.hash;
  return root && toHex(root);
}

const DIGITS = [...'0123456789'];

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

/** Maps each position in the tree to the hash that valid proofs give for it. */
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

/** Compares each wrong proof with the valid ones to find the changed part. */
export function findDigitFaults(
  ulid: string,
  proofs: readonly DigitProof[],
  root: string,
): DigitFault[] {
  const holds = (proof: DigitProof): boolean => rootOf(ulid, proof) === root;
  const known = knownNodes(ulid, proofs.filter(holds));
  return proofs.filter((proof) => !holds(proof)).map((proof) => faultOf(ulid, proof, root, known));
}
