import type { EntryProof } from '../fairness.ts';
import { fromHex, toHex } from './sha256.ts';
import { climb, GrowingMerkleTree, leafHash } from './merkle.ts';

export type PublishedEntry = Omit<EntryProof, 'index' | 'size' | 'path'>;

/** Hashes one published entry of the lottery `ulid`. */
export const entryLeaf = (
  ulid: string,
  { number, user_id, guess_code, created_at }: PublishedEntry,
): Uint8Array => leafHash(`entry/v1\n${ulid}\n${number}\n${user_id}\n${guess_code}\n${created_at}`);

/** `entries` must be in the order of their numbers; returns hex. */
export function entriesRoot(ulid: string, entries: readonly PublishedEntry[]): string {
  const tree = new GrowingMerkleTree();
  for (const entry of entries) tree.add(entryLeaf(ulid, entry));
  return tree.hex();
}

/** Returns hex, or undefined if the path length does not fit. */
export function rootOfEntry(ulid: string, proof: EntryProof): string | undefined {
  const { index, size, path } = proof;
  const way = climb(entryLeaf(ulid, proof), index, size, path.map(fromHex));
  const root = way?.nodes.at(-1)?.hash;
  return root && toHex(root);
}
