import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import type { Deps } from '../deps.ts';
import { equalInConstantTime } from '../config/secrets.ts';
import { AppError } from './app-error.ts';
import { createReadiness } from './readiness.ts';

/** @throws AppError `not_found` when metrics are closed, `unauthenticated` without their token */
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
