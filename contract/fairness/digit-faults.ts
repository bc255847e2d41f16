import { CODE_LENGTH } from '../constants.ts';
import { toHex } from './bytes.ts';
import { digitLeaf, pathBytes, type DigitProof } from './commitment.ts';
import { climb, type Climb } from './merkle.ts';

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
