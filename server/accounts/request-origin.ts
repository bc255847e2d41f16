import type { FastifyRequest } from 'fastify';

import { deviceIdOf } from '../abuse/devices/device-token.ts';

/** Where a request comes from: the client's address, and the program it names. */
export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string;
  /** What the device calls itself. */
  readonly deviceId?: string | undefined;
}

export const originOf = (request: FastifyRequest): RequestOrigin => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  deviceId: deviceIdOf(request.headers),
});
