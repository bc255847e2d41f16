import { fromHex, toHex, sha256 } from './sha256.ts';
import { climb, GrowingMerkleTree, leafHash } from './merkle.ts';

/** An entry of a lottery as it is published once the lottery is drawn. */
export interface PublishedEntry {
  /** Its receipt's number: later entries have higher ones, and other vouchers those between. */
  readonly number: number;
  /** The person by number, which stays when a username changes. */
  readonly user_id: number;
  /** The digits that were entered. */
  readonly guess_code: string;
  /** ISO 8601, as published. */
  readonly created_at: string;
}

/** The leaf of a lottery's entry. @param ulid the lottery's */
export const entryLeaf = (
  ulid: string,
  { number, user_id, guess_code, created_at }: PublishedEntry,
): Uint8Array => leafHash(`entry/v1\n${ulid}\n${number}\n${user_id}\n${guess_code}\n${created_at}`);

/** Computes the root over a lottery's entries, which are added in the order of their numbers. */
export class EntriesRoot {
  readonly #ulid: string;
  readonly #tree = new GrowingMerkleTree();

  /** @param ulid the lottery's */
  constructor(ulid: string) {
    this.#ulid = ulid;
  }

  add(entry: PublishedEntry): void {
    this.#tree.add(entryLeaf(this.#ulid, entry));
  }

  /** Hex; over no entries it is the hash of nothing. */
  hex(): string {
    return toHex(this.#tree.root() ?? sha256());
  }
}

/** The root (hex) over all entries of a lottery in the order of their numbers. */
export function entriesRoot(ulid: string, entries: readonly PublishedEntry[]): string {
  const root = new EntriesRoot(ulid);
  for (const entry of entries) root.add(entry);
  return root.hex();
}

/** An entry with its place among all of its lottery, and what leads from there to the root. */
export interface EntryProof extends PublishedEntry {
  /** From 0. */
  readonly index: number;
  readonly size: number;
  /** Hex, lowest first. */
  readonly path: readonly string[];
}

/** The root (hex) that an entry's path leads to; undefined for a path that leads to none. */
export function rootOfEntry(ulid: string, proof: EntryProof): string | undefined {
  const { index, size, path } = proof;
  const way = climb(entryLeaf(ulid, proof), index, size, path.map(fromHex));
  const root = way?.nodes.at(-1)?.hash;
  return root && toHex(root);
}
