import { toHex } from './bytes.ts';
import { GrowingMerkleTree, leafHash } from './merkle.ts';
import { sha256 } from './sha256.ts';

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

/** What is hashed of a lottery's entry; as everything that is hashed here, after the byte 0x00. */
const entryLeafText = (
  ulid: string,
  { number, user_id, guess_code, created_at }: PublishedEntry,
): string => `entry/v1\n${ulid}\n${number}\n${user_id}\n${guess_code}\n${created_at}`;

/** Computes the root over a lottery's entries, which are added in the order of their numbers. */
export class EntriesRoot {
  readonly #ulid: string;
  readonly #tree = new GrowingMerkleTree();

  /** @param ulid the lottery's */
  constructor(ulid: string) {
    this.#ulid = ulid;
  }

  add(entry: PublishedEntry): void {
    this.#tree.add(leafHash(entryLeafText(this.#ulid, entry)));
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
