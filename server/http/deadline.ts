import type { FastifyInstance } from 'fastify';

import { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    deadline: NodeJS.Timeout | undefined;
  }
}

/** Longer than the app waits, shorter than anybody should. */
const DEADLINE_MS = 25_000;

/**
 * Answers each request in time, whatever it waits for: what has not begun to be answered by then is a 503. The
 * work itself goes on, so its outcome is unknown to the caller, who repeats it with the same key; jobs follow up
 * what the caller does not. Files are counted from when they have arrived: a slow line is no fault of ours.
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
