import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';

import { AppError } from './app-error.ts';

/** Every route must name its access; with `optional` an invalid session counts as none. */
export type Access = 'public' | 'optional' | 'user' | 'verified';

export interface Caller {
  readonly userId: number;
  readonly sessionId: number;
  readonly username: string;
  readonly emailVerified: boolean;
  readonly isPremium: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    form?: TSchema;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** Resolves to `blocked` for a blocked user; `isBatched` lets the look-up wait for others. */
export type FindCaller = (
  token: string,
  isBatched: boolean,
) => Promise<Caller | 'blocked' | undefined>;

const BEARER = /^Bearer [\w-]{20,200}$/i;

function bearerToken({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  return BEARER.test(authorization) ? authorization.slice('Bearer '.length) : undefined;
}

/** Refuses routes without `config.access`; install it after `installRouteOfRequest`. */
export function guardAccess(app: FastifyInstance, findCaller: FindCaller): void {
  app.decorateRequest('caller', undefined);
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined)
      throw new Error(`route ${String(route.method)} ${route.url} does not say who may call it`);
  });
  app.addHook('onRequest', async (request) => {
    const { access = 'public', batched = false } = request.route;
    if (access === 'public') return;
    const token = bearerToken(request);
    const found = token === undefined ? undefined : await findCaller(token, batched);
    request.caller = found === 'blocked' ? undefined : found;
    if (access === 'optional') return;
    if (found === 'blocked') throw new AppError('account_blocked');
    if (!request.caller) throw new AppError('unauthenticated');
    if (access === 'verified' && !request.caller.emailVerified)
      throw new AppError('email_unverified');
  });
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new AppError('unauthenticated');
  return request.caller;
}
