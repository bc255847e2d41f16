import type { FastifyRequest } from 'fastify';

import { DAY_MS } from '../../../contract/durations.ts';
import type { Deps } from '../../deps.ts';
import { readDevice, networkHash } from '../../abuse/device-token.ts';
import { AppError } from '../../http/app-error.ts';
import { TRUST, type Viewer } from './view-counter.ts';
import { networkOf } from '../../http/network-of.ts';

/** A device that did this many times the usual work counts like a verified account. */
export const STRONG_DEVICE_WORK = 4;

const HASH_CHARS = 32;

type Parts = Pick<Deps, 'clock' | 'secrets'>;

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
