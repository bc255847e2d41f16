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
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    next();
  });
  // Its fields are named below, and none of them is a secret that would have to be looked for.
  const lines = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, next) => {
    lines.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.route.url ?? 'unknown',
        status: reply.statusCode,
        code: request.refusal,
        ms: Math.round(reply.elapsedTime),
        user: request.caller?.userId,
      },
      'request',
    );
    next();
  });
}
