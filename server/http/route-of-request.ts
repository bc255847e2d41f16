import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The route's pattern, absent where there is none, and what it says of itself. */
    route: Readonly<FastifyContextConfig> & { readonly url?: string };
  }
}

/**
 * Keeps at each request what its route says. The framework puts a description of the route together each time that it
 * is asked for one, and a dozen things of a request depend on it. To be installed before whatever reads it.
 */
export function installRouteOfRequest(app: FastifyInstance): void {
  app.decorateRequest('route');
  app.addHook('onRequest', (request, _reply, next) => {
    request.route = request.routeOptions.config;
    next();
  });
}
