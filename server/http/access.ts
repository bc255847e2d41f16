import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';

import { AppError } from './app-error.ts';

/**
 * Who may call a route. Every route names one; the server refuses to start where one is missing.
 * - `public`: visitors and users; no session is read.
 * - `optional`: visitors and users; a valid session is used, an invalid one counts as none.
 * - `user`: a signed-in user.
 * - `verified`: a signed-in user with a verified e-mail.
 */
export type Access = 'public' | 'optional' | 'user' | 'verified';

/** The signed-in caller. */
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
    /** The multipart form that a route reads by itself, for the documentation. */
    form?: TSchema;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/**
 * Looks a bearer token up; undefined for an unknown, expired or revoked one, `blocked` for one of a blocked user.
 * @param isBatched whether it may wait a moment for others that are asked for
 */
export type FindCaller = (
  token: string,
  isBatched: boolean,
) => Promise<Caller | 'blocked' | undefined>;

const BEARER = /^Bearer [\w-]{20,200}$/i;

/** The bearer token of a request, if it carries one of a plausible form. */
function bearerToken({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  return BEARER.test(authorization) ? authorization.slice('Bearer '.length) : undefined;
}

/**
 * Default-deny: refuses routes without `config.access`, and checks it before anything else of a request. To be installed
 * after what keeps at a request what its route says.
 */
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

/** The caller of a `user` or `verified` route. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new AppError('unauthenticated');
  return request.caller;
}
