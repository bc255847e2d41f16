import type { FastifyInstance } from 'fastify';

import { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    deadline: NodeJS.Timeout | undefined;
  }
}

/** Longer than the app waits. */
const DEADLINE_MS = 25_000;

/**
 * Answers 503 when a request has no answer in time. The work itself goes on, so its outcome is unknown to the caller,
 * who repeats it with the same key. Uploads are timed from when their files have arrived. Fastify's own
 * `handlerTimeout` cannot replace it: it never ends a request with a body (fastify/fastify#6725) and cuts off an answer
 * that a slow line is still taking.
 */
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
  app.addHook('onSend', (request, _reply, _payload, next) => {
    clearTimeout(request.deadline);
    next();
  });
  app.addHook('onResponse', (request, _reply, next) => {
    clearTimeout(request.deadline);
    next();
  });
}
