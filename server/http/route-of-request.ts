import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    route: Readonly<FastifyContextConfig> & { readonly url?: string };
  }
}

/** Fastify rebuilds the route's options at each access; install it before hooks that read `route`. */
export function installRouteOfRequest(app: FastifyInstance): void {
  app.decorateRequest('route');
  app.addHook('onRequest', (request, _reply, next) => {
    request.route = request.routeOptions.config;
    next();
  });
}
