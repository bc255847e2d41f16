import type { FastifyInstance } from 'fastify';

import { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    deadline: NodeJS.Timeout | undefined;
  }
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
  app.addHook('onSend', (request, _reply, _payload, next) => {
    clearTimeout(request.deadline);
    next();
  });
  app.addHook('onResponse', (request, _reply, next) => {
    clearTimeout(request.deadline);
    next();
  });
}
