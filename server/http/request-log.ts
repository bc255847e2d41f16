import type { FastifyInstance } from 'fastify';

import type { ErrorCode } from '../../contract/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was refused, once it was: who reads the log of an attack looks for that. */
    refusal: ErrorCode | undefined;
  }
}

/**
 * One line a request. It names the route's pattern, never the address: paths can hold a voucher's code
 * and queries a token.
 */
export function installRequestLog(app: FastifyInstance): void {
  app.decorateRequest('refusal', undefined);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        code: request.refusal,
        ms: Math.round(reply.elapsedTime),
        user: request.caller?.userId,
      },
      'request',
    );
  });
}
