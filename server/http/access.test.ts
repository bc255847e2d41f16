import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';

import { callerOf, guardAccess, type Access, type Caller } from './access.ts';
import { installErrorHandler } from './error-handler.ts';
import { installRouteOfRequest } from './request-hooks.ts';

const TOKEN = 'a-token-of-a-plausible-length';
const caller: Caller = {
  userId: 7,
  sessionId: 1,
  username: 'ada',
  emailVerified: false,
  isPremium: false,
};

function appWith(access: Access): FastifyInstance {
  const app = Fastify();
  installErrorHandler(app);
  installRouteOfRequest(app);
  guardAccess(
    app,
    async (token) => (token === TOKEN ? caller : undefined),
    async () => undefined,
  );
  app.get('/x', { config: { access } }, async (request) => ({
    user: request.caller?.userId ?? null,
  }));
  return app;
}

const get = (app: FastifyInstance, token?: string) =>
  app.inject({ url: '/x', headers: token ? { authorization: `Bearer ${token}` } : {} });

describe('who may call a route', () => {
  it('refuses to build a server with a route that does not say', () => {
    const app = Fastify();
    const unknown = async () => undefined;
    guardAccess(app, unknown, unknown);
    expect(() => app.get('/open', async () => 'oops')).toThrow(/does not say who may call it/);
  });

  it.each([
    ['public', undefined, 200, null],
    ['public', TOKEN, 200, null],
    ['optional', undefined, 200, null],
    ['optional', 'an-expired-or-unknown-token', 200, null],
    ['optional', TOKEN, 200, 7],
    ['user', undefined, 401, undefined],
    ['user', 'an-expired-or-unknown-token', 401, undefined],
    ['user', 'short', 401, undefined],
    ['user', TOKEN, 200, 7],
    ['verified', TOKEN, 403, undefined],
  ] as const)('%s with token %s answers %i', async (access, token, status, user) => {
    const response = await get(appWith(access), token);
    expect(response.statusCode).toBe(status);
    expect(response.json<{ user?: number | null }>().user).toBe(user);
  });

  it('gives the caller to handlers, and only to signed-in ones', () => {
    expect(() => callerOf({ caller: undefined } as never)).toThrow();
    expect(callerOf({ caller } as never)).toBe(caller);
  });
});
