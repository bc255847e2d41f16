import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { ErrorCode } from '../../contract/errors.ts';
import { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    route: Readonly<FastifyContextConfig> & { readonly url?: string };
    /** Operators search the log of an attack for this code. */
    refusal: ErrorCode | undefined;
    deadline: NodeJS.Timeout | undefined;
  }
}

/** Fastify rebuilds the route's options at each access; install it before hooks that read `route`. */
export function installRouteOfRequest(app: FastifyInstance): void {
  app.decorateRequest('route');
  app.addHook('onRequest', (request, _reply, next) => {
    request.route = request.routeOptions.config;
    next();
  });
}

/** It logs the route's pattern, because paths can hold a voucher's code and queries a token. */
export function installRequestLog(app: FastifyInstance): void {
  app.decorateRequest('refusal', undefined);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    next();
  });
  // None of the fields below is secret, so redaction would only cost time.
  const lines = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, next) => {
    lines.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.route.url ?? 'unknown',
        status: reply.statusCode,
        code: request.refusal,
        ms: Math.round(reply.elapsedTime),
        user: request.caller?.userId,
      },
      'request',
    );
    next();
  });
}

const DEADLINE_MS = 25_000;

/** The work continues after the 503; Fastify's `handlerTimeout` hangs with a body (fastify/fastify#6725). */
export function installDeadline(app: FastifyInstance): void {
  app.decorateRequest('deadline', undefined);
  app.addHook('onRequest', (request, reply, next) => {
    const start = (): void => {
      request.deadline = setTimeout(() => {
        if (reply.sent) return;
        const { id: reqId, route } = request;
        request.log.error({ reqId, route: route.url }, 'request took too long');
        reply.send(new AppError('unavailable'));
      }, DEADLINE_MS);
    };
    if (request.headers['content-type']?.startsWith('multipart/')) request.raw.once('end', start);
    else start();
    next();
  });
  whenAnswered(app, (request) => clearTimeout(request.deadline));
}

/** Also where the connection breaks before an answer is sent. @param act may run twice */
export function whenAnswered(app: FastifyInstance, act: (request: FastifyRequest) => void): void {
  app.addHook('onSend', (request, _reply, _payload, next) => {
    act(request);
    next();
  });
  app.addHook('onResponse', (request, _reply, next) => {
    act(request);
    next();
  });
}
