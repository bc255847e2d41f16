import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { Type } from 'typebox';

import { Closed, FailureAnswer } from '../../contract/common.ts';
import type { Access } from './access.ts';

const DOCS_PREFIX = '/api/docs';

const BEARER: Readonly<Record<string, readonly string[]>> = { bearer: [] };
const SECURITY: Readonly<Record<Access, NonNullable<FastifySchema['security']>>> = {
  public: [],
  optional: [{}, BEARER],
  user: [BEARER],
  verified: [BEARER],
  // The back office is pages, which the description leaves out.
  staff: [],
};
const KEY_HEADER = Closed({
  'idempotency-key': Type.String({
    description:
      'Names the request: the same one again gets the first answer, for 7 days. 8 to 128 letters, digits, or . : _ -',
  }),
});

function describeRoute(
  schema: FastifySchema,
  url: string,
  { config, method }: RouteOptions,
): FastifySchema {
  return {
    ...schema,
    operationId: operationIdOf([method].flat()[0] ?? '', url),
    security: SECURITY[config?.access ?? 'public'],
    ...(config?.needsKey ? { headers: KEY_HEADER } : {}),
    ...(config?.form ? { body: config.form, consumes: ['multipart/form-data'] } : {}),
    ...(schema.response ? { response: { ...schema.response, '4XX': FailureAnswer } } : {}),
  };
}

/** E.g. `postVouchersByIdCancel` for POST /api/v1/vouchers/:id/cancel. */
const operationIdOf = (method: string, url: string): string =>
  url
    .replace(/^\/api\/v1/, '')
    .replaceAll(/:(\w)/g, (_, letter: string) => `by-${letter}`)
    .replaceAll(/[^a-z\d]+([a-z\d])/gi, (_, letter: string) => letter.toUpperCase())
    .replace(/^/, method.toLowerCase());

export async function installOpenApi(app: FastifyInstance, publicOrigin: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Goodies',
        description:
          'Vouchers that hold money: guess, win, pay. A private answer has an ETag: named in If-None-Match, it is a 304 while nothing has changed.',
        version: '1',
      },
      servers: [{ url: publicOrigin }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    hideUntagged: true,
    transform: ({ schema, url, route }) => ({ schema: describeRoute(schema, url, route), url }),
  });
  await app.register(swaggerUi, { routePrefix: DOCS_PREFIX, staticCSP: true });
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  );
}
