import type { FastifyInstance } from 'fastify';

/**
 * One line a request. It names the route's pattern, never the address: paths can hold a voucher's code
 * and queries a token.
 */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.caller?.userId,
      },
      'request',
    );
  });
}
