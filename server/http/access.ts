import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';

import type { StaffRole } from '../db/schema/staff.ts';
import { AppError } from './app-error.ts';

/** Every route must name its access; with `optional` an invalid session counts as none. `staff` is the back office. */
export type Access = 'public' | 'optional' | 'user' | 'verified' | 'staff';

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
    member: Member | undefined;
  }
}

/** Resolves to `blocked` for a blocked user; `isBatched` lets the look-up wait for others. */
export type FindCaller = (
  token: string,
  isBatched: boolean,
) => Promise<Caller | 'blocked' | undefined>;

/** A member of staff in the back office. */
export interface Member {
  readonly id: number;
  readonly name: string;
  readonly role: StaffRole;
}

export type FindMember = (token: string) => Promise<Member | undefined>;

export const STAFF_COOKIE = 'goodies_staff';
const IN_COOKIES = new RegExp(String.raw`(?:^|;\s*)${STAFF_COOKIE}=([\w-]{20,200})(?:;|$)`);

export const staffTokenOf = ({ headers: { cookie = '' } }: FastifyRequest): string | undefined =>
  IN_COOKIES.exec(cookie)?.[1];

const BEARER = /^Bearer [\w-]{20,200}$/i;

function bearerToken({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  return BEARER.test(authorization) ? authorization.slice('Bearer '.length) : undefined;
}

/** Refuses routes without `config.access`; install it after `installRouteOfRequest`. */
export function guardAccess(
  app: FastifyInstance,
  findCaller: FindCaller,
  findMember: FindMember,
): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('member', undefined);
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined)
      throw new Error(`route ${String(route.method)} ${route.url} does not say who may call it`);
  });
  app.addHook('onRequest', async (request) => {
    const { access = 'public', batched = false } = request.route;
    if (access === 'public') return;
    if (access === 'staff') {
      const staffToken = staffTokenOf(request);
      request.member = staffToken === undefined ? undefined : await findMember(staffToken);
      if (!request.member) throw new AppError('unauthenticated');
      return;
    }
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

export function memberOf(request: FastifyRequest): Member {
  if (!request.member) throw new AppError('unauthenticated');
  return request.member;
}
