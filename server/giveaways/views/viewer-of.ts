import type { FastifyRequest } from 'fastify';

import type { Deps } from '../../deps.ts';
import { networkOf } from '../../http/network-of.ts';

const DEVICE_ID = /^[\w-]{16,64}$/;
const DAY_MS = 86_400_000;
const HASH_CHARS = 32;

/**
 * Who looks, as views and clicks are counted: the signed-in user, else the device by the random id its app
 * keeps, else a hash of address and browser whose salt changes every day, so that it cannot be used to follow a visitor.
 */
export function viewerOf(request: FastifyRequest, deps: Pick<Deps, 'clock' | 'secrets'>): string {
  if (request.caller) return `u:${request.caller.userId}`;
  const device = request.headers['x-device-id'];
  if (typeof device === 'string' && DEVICE_ID.test(device)) return `d:${device}`;
  const day = Math.floor(deps.clock.now() / DAY_MS);
  const hash = deps.secrets.lookupHash(
    `${networkOf(request.ip)}\n${request.headers['user-agent'] ?? ''}`,
    `viewer:${day}`,
  );
  return `a:${hash.slice(0, HASH_CHARS)}`;
}
