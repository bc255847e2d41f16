import { toHex } from './bytes.ts';
import { leafHash, merkleRoot } from './merkle.ts';
import { sha256 } from './sha256.ts';

/** An entry of a lottery as it is published once the lottery is drawn. */
export interface PublishedEntry {
  /** Its number on its voucher: 1, 2, 3 … in the order of acceptance. */
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

/** The root (hex) over a lottery's entries in the order of their numbers; over none it is the hash of nothing. */
export function entriesRoot(ulid: string, entries: readonly PublishedEntry[]): string {
  if (entries.length === 0) return toHex(sha256());
  return toHex(merkleRoot(entries.map((entry) => leafHash(entryLeafText(ulid, entry)))));
}
