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

export interface GuessOrigin {
  /** Undefined for a device without proof of work, because its id may be invented. */
  readonly deviceId: string | undefined;
  readonly network: string | undefined;
}

export function originOf(
  { headers, ip }: FastifyRequest,
  secrets: Pick<Secrets, 'lookupHash'>,
): GuessOrigin {
  const { id, work } = readDevice(secrets, headers);
  return { deviceId: work > 0 ? id : undefined, network: networkHash(secrets, ip) };
}

/** The hash differs for each voucher, so that a user cannot be tracked across vouchers. */
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

export type SubmitDeps = Pick<
  Deps,
  'db' | 'clock' | 'secrets' | 'config' | 'covers' | 'guessCounts' | 'log'
>;

export interface Guess {
  readonly voucher: Voucher;
  readonly userId: number;
  readonly code: string;
  readonly origin: GuessOrigin;
  /** The caller compares the code in constant time. */
  readonly isCorrect: boolean;
  readonly toldCost: number | undefined;
  readonly work: DoneWork | undefined;
  readonly requestKey: RequestKey | undefined;
  readonly at: Date;
}

export interface Attempt {
  readonly guess: Guess;
  readonly isPremium: boolean;
  readonly account: CallerAccount | undefined;
  readonly usePoints: boolean;
}

export interface JudgedGuess extends Answer<SubmitAnswer | WrongGuessAnswer> {
  /** Set if the voucher stays open and has one more guess. */
  readonly acceptedOn?: number;
}
