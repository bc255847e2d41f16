import type { FastifyRequest } from 'fastify';

import type { Batches } from '../batch-writer.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../clock.ts';
import type { Secrets } from '../../config/secrets.ts';
import { readDevice, networkHash } from '../../abuse/device-token.ts';
import { AppError } from '../../http/app-error.ts';
import { networkOf } from '../../http/network-of.ts';

/** `none` counts in the analytics only, `device` up to its network's share of a threshold. */
export const TRUST = { none: 0, device: 1, full: 2 } as const;

export interface Viewer {
  /** `u:{user}`, `d:{proven device}` or `a:{hash of address and browser}`. */
  readonly key: string;
  readonly trust: (typeof TRUST)[keyof typeof TRUST];
  /** Keyed hash of the network. */
  readonly network: string;
}

export interface ViewCounter extends Batches {
  /** @returns false when the queue is full */
  add(voucherId: number, viewer: Viewer): boolean;
}

/** A device that did this many times the usual work counts like a verified account. */
export const STRONG_DEVICE_WORK = 4;

const HASH_CHARS = 32;

interface Parts {
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** Other viewers are hashed by address and browser with a daily salt, for the analytics only. */
export function viewerOf(request: FastifyRequest, { clock, secrets }: Parts): Viewer {
  const network = networkHash(secrets, request.ip);
  const { caller } = request;
  if (caller?.emailVerified) return { key: `u:${caller.userId}`, trust: TRUST.full, network };
  const { id, work } = readDevice(secrets, request.headers);
  if (id !== undefined && work > 0) {
    const trust = work >= STRONG_DEVICE_WORK ? TRUST.full : TRUST.device;
    return { key: `d:${id}`, trust, network };
  }
  const day = Math.floor(clock.now() / DAY_MS);
  const hash = secrets.lookupHash(
    `${networkOf(request.ip)}\n${request.headers['user-agent'] ?? ''}`,
    `viewer:${day}`,
  );
  return { key: `a:${hash.slice(0, HASH_CHARS)}`, trust: TRUST.none, network };
}

/** @throws AppError `work_required` for another device's token */
export function reporterOf(request: FastifyRequest, parts: Parts): Viewer {
  const viewer = viewerOf(request, parts);
  if (viewer.trust === TRUST.none && readDevice(parts.secrets, request.headers).hasWrongToken)
    throw new AppError('work_required');
  return viewer;
}
