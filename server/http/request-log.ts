import type { FastifyInstance } from 'fastify';

import type { ErrorCode } from '../../contract/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Operators search the log of an attack for this code. */
    refusal: ErrorCode | undefined;
  }
}

/** It logs the route's pattern, because paths can hold a voucher's code and queries a token. */
export function installRequestLog(app: FastifyInstance): void {
  app.decorateRequest('refusal', undefined);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    next();
  });
  // None of the fields below is secret, so redaction would only cost time.
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
