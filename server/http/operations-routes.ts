import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sql } from 'drizzle-orm';

import type { Deps } from '../deps.ts';
import { AppError } from './app-error.ts';

/** Liveness, readiness and metrics, at the root where probes look for them. */
export const operationsRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const open = { config: { access: 'public' as const }, schema: { hide: true } };

    app.get('/healthz', open, async () => ({ status: 'ok' }));

    app.get('/readyz', open, async () => {
      try {
        await deps.db.execute(sql`select 1 from vouchers limit 1`);
      } catch {
        throw new AppError('unavailable');
      }
      return { status: 'ready' };
    });

    app.get('/metrics', open, async (_request, reply) => {
      reply.type(app.metrics.contentType);
      return app.metrics.metrics();
    });
  };
