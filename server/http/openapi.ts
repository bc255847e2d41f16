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

/** In the order in which the documentation lists them. */
const TAGS: Readonly<Record<string, string>> = {
  Accounts: 'Sign up and in, sessions, profile, PIN, passkeys and limits',
  Vouchers: 'Giveaways: find, view, guess, post and manage them',
  'Payment vouchers': 'Vouchers that pay whoever redeems their code',
  Money: 'Wallet, top-ups, withdrawals, exchange, transactions and cases',
  'Airtime and bills': 'What the wallet buys',
  Rewards: 'Coins, referrals and leaderboard',
  Premium: 'A shorter wait, for 30 days',
  Notifications: 'In the app, by push and by mail',
  Regions: 'Countries, their currencies and exchange rates',
  Trust: 'Where the money is, and past prizes with their proofs',
  Devices: 'Proof of work, and errors that devices report',
  Covers: 'Pictures and videos of vouchers',
  Webhooks: 'Reports of payment processors',
  Sandbox: 'Stands in for processors, rails and mail; not in production',
};

/** What a route without a schema answers: a file, or a page of the sandbox. */
const UNDESCRIBED = { 200: Type.Null({ description: 'Success' }) };

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
    response: { ...(schema.response ?? UNDESCRIBED), '4XX': FailureAnswer },
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
        contact: { url: `${publicOrigin}/contact` },
      },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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
