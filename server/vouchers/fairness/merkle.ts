import { createHash } from 'node:crypto';

/**
 * A Merkle tree in the shape of RFC 6962: leaves and inner nodes are hashed with different prefixes, and
 * a list of n leaves is split at the largest power of two below n.
 */
const LEAF_PREFIX = Buffer.from([0]);
const NODE_PREFIX = Buffer.from([1]);

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const leafHash = (content: string): Buffer => sha256(LEAF_PREFIX, content);

/** The root over hashed leaves, at least one. */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) throw new Error('a Merkle tree needs a leaf');
  if (leaves.length === 1) return only;
  const split = splitOf(leaves.length);
  return sha256(NODE_PREFIX, merkleRoot(leaves.slice(0, split)), merkleRoot(leaves.slice(split)));
}

/** The neighbours that lead from leaf `index` up to the root, lowest first. */
export function merklePath(leaves: readonly Buffer[], index: number): Buffer[] {
  if (leaves.length <= 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...merklePath(left, index), merkleRoot(right)]
    : [...merklePath(right, index - split), merkleRoot(left)];
}

/** The root that a leaf and its path lead to: what somebody who checks a path computes. */
export function rootFromPath(
  leaf: Buffer,
  index: number,
  size: number,
  path: readonly Buffer[],
): Buffer {
  const neighbour = path.at(-1);
  if (neighbour === undefined || size <= 1) return leaf;
  const split = splitOf(size);
  const rest = path.slice(0, -1);
  return index < split
    ? sha256(NODE_PREFIX, rootFromPath(leaf, index, split, rest), neighbour)
    : sha256(NODE_PREFIX, neighbour, rootFromPath(leaf, index - split, size - split, rest));
}

/** The largest power of two below `size`. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
