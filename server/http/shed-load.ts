import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { AppError } from './app-error.ts';

/** What a node takes on at once. Only our own work counts, not a slow line that brings a body or takes an answer. */
export interface Capacity {
  /** Requests of which it is not known yet who sends them. */
  readonly arriving: number;
  /** Requests that read. */
  readonly reads: number;
  /** Requests that change something, which wait for each other's locks. */
  readonly writes: number;
  /** How late the event loop may be, on average since it was last looked at; any lateness without it. */
  readonly delayMs?: number;
}

/** The last one let in waits for a second or two, at the hundreds a second that a node serves. */
export const CAPACITY: Capacity = { arriving: 300, reads: 300, writes: 200 };
/** With it, people would wait for the processor more than for the database. */
export const MAX_DELAY_MS = 1_000;

const LOOK_EVERY_MS = 500;
const NANOSECONDS_IN_MS = 1e6;
const RETRY_AFTER_SECONDS = 2;
/** Asked when a node is in trouble, so they are answered then. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics']);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Past what a node can serve, it refuses at once, before it has done anything for a request: a crowd at one
 * voucher then costs neither memory nor other people's time, and a balancer or the app tries again. To be installed
 * before whatever asks the database.
 */
export function installLoadShedding(app: FastifyInstance, capacity: Capacity = CAPACITY): void {
  const isLate = watchDelay(app, capacity.delayMs);
  type Stage = keyof typeof counts;
  const counts = { arriving: 0, reads: 0, writes: 0 };
  const stages = new WeakMap<FastifyRequest, Stage>();
  const leave = (request: FastifyRequest): void => {
    const stage = stages.get(request);
    if (stage && stages.delete(request)) counts[stage] -= 1;
  };
  const enter = (request: FastifyRequest, stage: Stage): void => {
    if (ALWAYS.has(request.routeOptions.url ?? '')) return;
    if (isLate() || counts[stage] >= capacity[stage])
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    counts[stage] += 1;
    stages.set(request, stage);
  };
  app.addHook('onRequest', async (request) => enter(request, 'arriving'));
  // The caller is known, the body is still to come.
  app.addHook('preParsing', async (request) => leave(request));
  app.addHook('preValidation', async (request) =>
    enter(request, SAFE_METHODS.has(request.method) ? 'reads' : 'writes'),
  );
  app.addHook('onSend', async (request) => leave(request));
  app.addHook('onResponse', async (request) => leave(request));
}

/** @returns whether the event loop was late, when it was last looked at */
function watchDelay(app: FastifyInstance, maxMs: number | undefined): () => boolean {
  if (maxMs === undefined) return () => false;
  const delay = monitorEventLoopDelay();
  delay.enable();
  let isLate = false;
  const look = setInterval(() => {
    isLate = delay.mean / NANOSECONDS_IN_MS > maxMs;
    delay.reset();
  }, LOOK_EVERY_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(look);
    delay.disable();
  });
  return () => isLate;
}
