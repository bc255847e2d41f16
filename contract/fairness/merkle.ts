import { toHex, utf8, sha256 } from './sha256.ts';

/** RFC 6962: leaves and nodes have different prefixes, so that one cannot replace the other. */
const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

export const leafHash = (content: string): Uint8Array => sha256(LEAF_PREFIX, utf8(content));

const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(NODE_PREFIX, left, right);

/** Takes any number of leaves but stores only one hash per full subtree. */
export class GrowingMerkleTree {
  readonly #peaks: { readonly size: number; readonly hash: Uint8Array }[] = [];

  add(leaf: Uint8Array): void {
    let peak = { size: 1, hash: leaf };
    for (let last = this.#peaks.at(-1); last?.size === peak.size; last = this.#peaks.at(-1)) {
      this.#peaks.pop();
      peak = { size: 2 * peak.size, hash: nodeHash(last.hash, peak.hash) };
    }
    this.#peaks.push(peak);
  }

  root(): Uint8Array | undefined {
    const hashes = this.#peaks.map(({ hash }) => hash);
    const smallest = hashes.pop();
    return smallest && hashes.reduceRight((right, left) => nodeHash(left, right), smallest);
  }

  /** Without leaves it is the hash of empty input. */
  hex(): string {
    return toHex(this.root() ?? sha256());
  }
}

/** Needs at least one leaf hash. */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const tree = new GrowingMerkleTree();
  for (const leaf of leaves) tree.add(leaf);
  const root = tree.root();
  if (!root) throw new Error('a Merkle tree needs a leaf');
  return root;
}

/** A node without a sibling goes up to the next level unchanged. */
export type MerkleLevels = readonly (readonly Uint8Array[])[];

export function merkleLevels(leaves: readonly Uint8Array[]): MerkleLevels {
  const levels = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) {
    const below = level;
    level = below.flatMap((node, at) => {
      const right = below[at + 1];
      if (at % 2 === 1) return [];
      return [right ? nodeHash(node, right) : node];
    });
  }
  return levels;
}

/** Sibling hashes from leaf `index` to the root, lowest first. */
export const merklePath = (levels: MerkleLevels, index: number): Uint8Array[] =>
  levels.flatMap((level, height) => level[(index >> height) ^ 1] ?? []);

export interface Climb {
  readonly nodes: readonly { readonly at: string; readonly hash: Uint8Array }[];
  readonly neighbours: readonly string[];
}

const placeOf = (from: number, size: number): string => `${from}+${size}`;

/** @returns undefined if the path length does not fit the position and size */
export function climb(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  from = 0,
): Climb | undefined {
  const at = placeOf(from, size);
  const neighbour = path.at(-1);
  if (neighbour === undefined || size <= 1) {
    return path.length === 0 && size === 1 && index === 0
      ? { nodes: [{ at, hash: leaf }], neighbours: [] }
      : undefined;
  }
  const split = splitOf(size);
  const isLeft = index < split;
  const below = path.slice(0, -1);
  const lower = isLeft
    ? climb(leaf, index, split, below, from)
    : climb(leaf, index - split, size - split, below, from + split);
  const child = lower?.nodes.at(-1)?.hash;
  if (!lower || !child) return undefined;
  const [left, right] = isLeft ? [child, neighbour] : [neighbour, child];
  return {
    nodes: [...lower.nodes, { at, hash: nodeHash(left, right) }],
    neighbours: [
      ...lower.neighbours,
      isLeft ? placeOf(from + split, size - split) : placeOf(from, split),
    ],
  };
}

function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
