import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';

import type { PoolFigures } from '../db/recovering-pool.ts';
import { refuseAtOnce } from './refuse-at-once.ts';
import { createReturnTimes } from './return-times.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Many may call it at the same moment, for one thing. */
    crowd?: true;
    /** It waits for the second's write of what many have brought, and does nothing meanwhile. */
    batched?: true;
  }
  interface FastifyRequest {
    /** Where it is counted now. */
    stage: keyof Count | undefined;
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
  /** Those of them that come in crowds, which are written in batches. */
  readonly crowd: number;
  /** Those that wait for a write of many: each is some kilobytes of memory, and no work. */
  readonly batched: number;
  /** How long who asks the database may wait for a connection before others are let in; any time without it. */
  readonly waitMs?: number;
  /** How late the event loop may be, on average since it was last looked at; any lateness without it. */
  readonly delayMs?: number;
}

/** The last one let in waits for a second or two, at the hundreds a second that a node serves. */
export const CAPACITY: Capacity = {
  arriving: 300,
  reads: 100,
  writes: 200,
  crowd: 48,
  batched: 4_000,
};
/** How many of each kind come back in a second once they were refused; about what a small node serves. */
const RETURNS_PER_SECOND = { reads: 300, writes: 100, crowd: 200, batched: 1_000 };
/** With it, people would wait for the processor more than for the database. */
export const MAX_DELAY_MS = 1_000;
/** A guess asks the database four times, so it is done in a second even then. */
export const MAX_WAIT_MS = 250;

const LOOK_EVERY_MS = 500;
const NANOSECONDS_IN_MS = 1e6;
/** Asked when a node is in trouble, so they are answered then. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics']);
/** What asks the database. */
const API = '/api/';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

type Kind = keyof typeof RETURNS_PER_SECOND;

const ofEachKind = <T>(make: (kind: Kind) => T): Record<Kind, T> => ({
  reads: make('reads'),
  writes: make('writes'),
  crowd: make('crowd'),
  batched: make('batched'),
});

function kindOf({ method, route }: FastifyRequest): Kind {
  if (SAFE_METHODS.has(method)) return 'reads';
  const { crowd, batched } = route;
  if (batched) return 'batched';
  return crowd ? 'crowd' : 'writes';
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
 * moment. To be installed after the metrics, and before whatever asks the database.
 * @param readPool how the database's connections are used now; undefined where there is but one
 * @param now moments in ms, of any beginning
 */
export function installLoadShedding(
  app: FastifyInstance,
  capacity: Capacity = CAPACITY,
  readPool: () => PoolFigures | undefined = () => undefined,
  now: () => number = () => performance.now(),
): void {
  const findTrouble = watchTrouble(app, capacity, readPool);
  const shed = countShed(app);
  const counts = ofEachKind((): Count => ({ arriving: 0, inside: 0 }));
  const returnTimes = ofEachKind((kind) => createReturnTimes(RETURNS_PER_SECOND[kind], now));
  // Who is looked up together with others takes long to arrive, and is in no other request's way.
  const arrivingOfOthers = (): number =>
    counts.reads.arriving + counts.writes.arriving + counts.crowd.arriving;
  app.decorateRequest('stage', undefined);

  const leave = (request: FastifyRequest): void => {
    const { stage } = request;
    if (!stage) return;
    request.stage = undefined;
    counts[kindOf(request)][stage] -= 1;
  };
  /** @returns whether it was let in; else it is answered */
  const enter = (request: FastifyRequest, reply: FastifyReply, stage: keyof Count): boolean => {
    const { url = '' } = request.route;
    if (ALWAYS.has(url)) return true;
    const kind = kindOf(request);
    const mine = counts[kind];
    // Who was let in and has sent a body by now does not stand back for those who have just arrived: it is known
    // already who calls, and a refusal would come late.
    const isFull =
      stage === 'inside'
        ? mine.inside >= capacity[kind]
        : mine.arriving + mine.inside >= capacity[kind] ||
          (kind !== 'batched' && arrivingOfOthers() >= capacity.arriving);
    const reason = isFull ? 'full' : stage === 'arriving' ? findTrouble(kind, url) : undefined;
    if (reason) {
      shed.inc({ kind, reason });
      refuseAtOnce(request, reply, returnTimes[kind]());
      return false;
    }
    mine[stage] += 1;
    request.stage = stage;
    return true;
  };
  // With a callback, since who is refused is answered here, and nothing else is to be done for them.
  app.addHook('onRequest', (request, reply, next) => {
    if (enter(request, reply, 'arriving')) next();
  });
  // The caller is known, the body is still to come.
  app.addHook('preParsing', (request, _reply, _payload, next) => {
    leave(request);
    next();
  });
  app.addHook('preValidation', (request, reply, next) => {
    if (enter(request, reply, 'inside')) next();
  });
  app.addHook('onSend', (request, _reply, _payload, next) => {
    leave(request);
    next();
  });
  app.addHook('onResponse', (request, _reply, next) => {
    leave(request);
    next();
  });
}

/** Counts, for /metrics, who is refused. */
function countShed({ metrics }: FastifyInstance): Counter<'kind' | 'reason'> {
  return new Counter({
    name: 'requests_shed_total',
    help: 'Requests that were refused at the door, by what they want and why: full, a row at the database, a late event loop',
    labelNames: ['kind', 'reason'],
    registers: [metrics],
  });
}

/** @returns what would keep an admitted request waiting, though there is room */
function watchTrouble(
  app: FastifyInstance,
  { delayMs, waitMs: maxWaitMs = Number.POSITIVE_INFINITY }: Capacity,
  readPool: () => PoolFigures | undefined,
): (kind: Kind, url: string) => 'late' | 'database' | undefined {
  const isLate = watchDelay(app, delayMs);
  return (kind, url) => {
    if (isLate()) return 'late';
    // The app's own files come without it.
    if (!url.startsWith(API)) return undefined;
    const { statementWaitMs = 0, transactionWaitMs = 0 } = readPool() ?? {};
    const waitMs =
      kind === 'reads' ? statementWaitMs : Math.max(statementWaitMs, transactionWaitMs);
    return waitMs > maxWaitMs ? 'database' : undefined;
  };
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
