import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import type { Deps } from '../deps.ts';
import { equalInConstantTime } from '../config/secrets.ts';
import { AppError } from './app-error.ts';
import { createReadiness } from './readiness.ts';

/** @throws AppError `not_found` where metrics are closed, `unauthenticated` without the token that opens them */
function admit(
  { metricsToken, production }: Deps['config'],
  authorization: string | undefined,
): void {
  if (metricsToken === undefined) {
    if (production) throw new AppError('not_found');
    return;
  }
  if (!equalInConstantTime(authorization ?? '', `Bearer ${metricsToken}`))
    throw new AppError('unauthenticated');
}

/** Liveness, readiness and metrics, at the root where probes look for them. */
export const operationsRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const open = { config: { access: 'public' as const }, schema: { hide: true } };

    app.get('/healthz', open, async () => ({ status: 'ok' }));

    const readiness = createReadiness(deps);
    app.get('/readyz', open, async () => {
      const reasons = await readiness();
      if (reasons.length > 0) throw new AppError('unavailable', { details: { reasons } });
      return { status: 'ready' };
    });

    app.get('/metrics', open, async (request, reply) => {
      admit(deps.config, request.headers.authorization);
      reply.type(app.metrics.contentType);
      return app.metrics.metrics();
    });
  };
