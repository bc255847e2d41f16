import type { FastifyRequest } from 'fastify';

/** Where a request comes from: the client's address, and the program it names. */
export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string;
}

export const originOf = (request: FastifyRequest): RequestOrigin => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
});
