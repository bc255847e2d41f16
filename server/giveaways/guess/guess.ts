import type { FastifyRequest } from 'fastify';

import { readDevice, networkHash } from '../../abuse/device-token.ts';
import type { Secrets } from '../../config/secrets.ts';
import type { SubmitAnswer, WrongGuessAnswer } from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import type { Answer, RequestKey } from '../../http/idempotency.ts';
import type { CallerAccount } from '../../vouchers/read-voucher.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';
import type { DoneWork } from '../../abuse/proof-of-work.ts';

const HASH_CHARS = 32;

/** Where a guess comes from. */
export interface GuessOrigin {
  /** The id of the device, where it has proven itself: others can be made up. */
  readonly deviceId: string | undefined;
  /** The keyed hash of its network; undefined of a guess that is planted. */
  readonly network: string | undefined;
}

export function originOf(
  { headers, ip }: FastifyRequest,
  secrets: Pick<Secrets, 'lookupHash'>,
): GuessOrigin {
  const { id, work } = readDevice(secrets, headers);
  return { deviceId: work > 0 ? id : undefined, network: networkHash(secrets, ip) };
}

/**
 * How an origin stands beside the guesses of one voucher: keyed hashes, hex, which are others on another voucher,
 * so that nobody can be followed from one to the next.
 */
export function hashOrigin(
  secrets: Pick<Secrets, 'lookupHash'>,
  ulid: string,
  { deviceId, network }: GuessOrigin,
): { readonly deviceHash: string | null; readonly networkHash: string | null } {
  const hash = (value: string | undefined, kind: string): string | null =>
    value === undefined ? null : secrets.lookupHash(`${ulid}\n${value}`, kind).slice(0, HASH_CHARS);
  return {
    deviceHash: hash(deviceId, 'guess-device'),
    networkHash: hash(network, 'guess-network'),
  };
}

/** What guessing takes. */
export type SubmitDeps = Pick<
  Deps,
  'db' | 'clock' | 'secrets' | 'config' | 'covers' | 'guessCounts' | 'log'
>;

/** One person's guess on one voucher. */
export interface Guess {
  readonly voucher: Voucher;
  readonly userId: number;
  readonly code: string;
  readonly origin: GuessOrigin;
  /** Decided in constant time by the caller. */
  readonly isCorrect: boolean;
  /** Coins that its sender was told an entry costs; undefined where they did not say. */
  readonly toldCost: number | undefined;
  /** The work that came with it. */
  readonly work: DoneWork | undefined;
  readonly requestKey: RequestKey | undefined;
  /** When it came. */
  readonly at: Date;
}

/** A guess where the first right one wins, and what it may cost its sender. */
export interface Attempt {
  readonly guess: Guess;
  readonly isPremium: boolean;
  readonly account: CallerAccount | undefined;
  /** Whether to skip a running wait for coins. */
  readonly usePoints: boolean;
}

/** The answer to a guess, which stands under its key. */
export interface JudgedGuess extends Answer<SubmitAnswer | WrongGuessAnswer> {
  /** The voucher that has one guess more, and is still open. */
  readonly acceptedOn?: number;
}
