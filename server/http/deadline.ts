import type { FastifyInstance, FastifyRequest } from 'fastify';

import { AppError } from './app-error.ts';

/** Longer than the app waits, shorter than anybody should. */
const DEADLINE_MS = 25_000;

/**
 * Answers each request in time, whatever it waits for: what has not begun to be answered by then is a 503. The
 * work itself goes on, so its outcome is unknown to the caller, who repeats it with the same key; jobs follow up
 * what the caller does not. Files are counted from when they have arrived: a slow line is no fault of ours.
 */
export function installDeadline(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const stop = (request: FastifyRequest): void => clearTimeout(timers.get(request));

  app.addHook('onRequest', async (request, reply) => {
    const start = (): void => {
      const timer = setTimeout(() => {
        if (reply.sent) return;
        request.log.error({ route: request.routeOptions.url }, 'request took too long');
        reply.send(new AppError('unavailable'));
      }, DEADLINE_MS);
      timers.set(request, timer);
    };
    if (request.headers['content-type']?.startsWith('multipart/')) request.raw.once('end', start);
    else start();
  });
  app.addHook('onSend', async (request) => stop(request));
  app.addHook('onResponse', async (request) => stop(request));
}
