import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { refuseAtOnce } from './refuse-at-once.ts';
import { createReturnTimes } from './return-times.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Many may call it at the same moment, on one row, for whose lock they wait. */
    crowd?: true;
  }
}

/** What a node takes on at once. Only our own work counts, not a slow line that brings a body or takes an answer. */
export interface Capacity {
  /** Requests of which it is not known yet who sends them. */
  readonly arriving: number;
  /** Requests that read. */
  readonly reads: number;
  /** Requests that change something, which wait for each other's locks. */
  readonly writes: number;
  /** Those of them that come in crowds: others' writes are not to wait behind them. */
  readonly crowd: number;
  /** How late the event loop may be, on average since it was last looked at; any lateness without it. */
  readonly delayMs?: number;
}

/** The last one let in waits for a second or two, at the hundreds a second that a node serves. */
export const CAPACITY: Capacity = { arriving: 300, reads: 300, writes: 200, crowd: 16 };
/** How many of each kind come back in a second once they were refused; about what a small node serves. */
const RETURNS_PER_SECOND = { reads: 300, writes: 100, crowd: 50 };
/** With it, people would wait for the processor more than for the database. */
export const MAX_DELAY_MS = 1_000;

const LOOK_EVERY_MS = 500;
const NANOSECONDS_IN_MS = 1e6;
/** Asked when a node is in trouble, so they are answered then. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics']);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

type Kind = keyof typeof RETURNS_PER_SECOND;

function kindOf({ method, routeOptions }: FastifyRequest): Kind {
  if (SAFE_METHODS.has(method)) return 'reads';
  return routeOptions.config.crowd ? 'crowd' : 'writes';
}

/** How many requests of a kind a node has at hand. */
interface Count {
  /** Of which it is not known yet who sends them. */
  arriving: number;
  inside: number;
}

/**
 * Past what a node can serve, it refuses at once, before it has done anything for a request: a crowd at one
 * voucher then costs neither memory nor other people's time, and a balancer or the app tries again, each at another
 * moment. To be installed before whatever asks the database.
 * @param now moments in ms, of any beginning
 */
export function installLoadShedding(
  app: FastifyInstance,
  capacity: Capacity = CAPACITY,
  now: () => number = () => performance.now(),
): void {
  const isLate = watchDelay(app, capacity.delayMs);
  const count = (): Count => ({ arriving: 0, inside: 0 });
  const counts: Record<Kind, Count> = { reads: count(), writes: count(), crowd: count() };
  const returnTime = (kind: Kind) => createReturnTimes(RETURNS_PER_SECOND[kind], now);
  const returnTimes: Record<Kind, () => number> = {
    reads: returnTime('reads'),
    writes: returnTime('writes'),
    crowd: returnTime('crowd'),
  };
  let arriving = 0;
  const stages = new WeakMap<FastifyRequest, keyof Count>();

  const leave = (request: FastifyRequest): void => {
    const stage = stages.get(request);
    if (!stage || !stages.delete(request)) return;
    counts[kindOf(request)][stage] -= 1;
    if (stage === 'arriving') arriving -= 1;
  };
  /** @returns whether it was let in; else it is answered */
  const enter = (request: FastifyRequest, reply: FastifyReply, stage: keyof Count): boolean => {
    const { url = '' } = request.routeOptions;
    if (ALWAYS.has(url)) return true;
    const kind = kindOf(request);
    const mine = counts[kind];
    const isFull =
      mine.arriving + mine.inside >= capacity[kind] ||
      (stage === 'arriving' && arriving >= capacity.arriving);
    if (isFull || isLate()) {
      refuseAtOnce(request, reply, returnTimes[kind]());
      return false;
    }
    mine[stage] += 1;
    if (stage === 'arriving') arriving += 1;
    stages.set(request, stage);
    return true;
  };
  // With a callback, since who is refused is answered here, and nothing else is to be done for them.
  app.addHook('onRequest', (request, reply, next) => {
    if (enter(request, reply, 'arriving')) next();
  });
  // The caller is known, the body is still to come.
  app.addHook('preParsing', async (request) => leave(request));
  app.addHook('preValidation', (request, reply, next) => {
    if (enter(request, reply, 'inside')) next();
  });
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
