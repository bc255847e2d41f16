import type { FastifyRequest } from 'fastify';

import { readDevice } from '../../abuse/devices/device-token.ts';
import { networkHash } from '../../abuse/devices/network-hash.ts';
import type { Secrets } from '../../config/secrets.ts';

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
