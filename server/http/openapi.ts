import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';

import { FailureAnswer } from '../../contract/common.ts';

const DOCS_PREFIX = '/api/docs';

/** Adds what a route's schema leaves to its configuration: who may call it, its form, and how it fails. */
function describeRoute(schema: FastifySchema, { config }: RouteOptions): FastifySchema {
  const needsSession = config?.access === 'user' || config?.access === 'verified';
  return {
    ...schema,
    ...(needsSession ? { security: [{ bearer: [] }] } : {}),
    ...(config?.form ? { body: config.form, consumes: ['multipart/form-data'] } : {}),
    ...(schema.response ? { response: { ...schema.response, '4XX': FailureAnswer } } : {}),
  };
}

/** OpenAPI 3.1 at /api/openapi.json, made from the routes' own schemas, and a page to read it at /api/docs. */
export async function installOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Goodies',
        description:
          'Vouchers that hold money: guess, win, pay. A private answer has an ETag: named in If-None-Match, it is a 304 while nothing has changed; with A-IM: rows a list may be a 226, in which a number stands for the row at that place of the answer before, and an object with "=" for that row with those fields changed.',
        version: '1',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    hideUntagged: true,
    transform: ({ schema, url, route }) => ({ schema: describeRoute(schema, route), url }),
  });
  await app.register(swaggerUi, { routePrefix: DOCS_PREFIX, staticCSP: true });
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  );
}
