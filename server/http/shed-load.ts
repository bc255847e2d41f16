import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';

import type { FailureAnswer } from '../../contract/common.ts';
import { SECOND_MS } from '../../contract/durations.ts';
import { errorMessage } from '../../contract/errors.ts';
import type { Database } from '../db/database.ts';
import type { PoolFigures } from '../db/recovering-pool.ts';
import { NO_PAGE } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Many callers may send it at the same moment, about one voucher. */
    crowd?: true;
    /** It only waits for a write that many requests share. */
    batched?: true;
  }
  interface FastifyRequest {
    /** The count that includes it now. */
    stage: keyof Count | undefined;
  }
}

/** How many requests a node processes at once; time in which a body or an answer is on the line does not count. */
export interface Capacity {
  /** Requests whose caller is not known yet. */
  readonly arriving: number;
  readonly reads: number;
  /** Requests that change something, which wait for each other's locks. */
  readonly writes: number;
  /** Writes of many callers about one voucher, which are written in batches. */
  readonly crowd: number;
  /** Requests that wait for a shared write: some kilobytes of memory each. */
  readonly batched: number;
  /** Longest wait for a database connection at which requests are still admitted; unlimited without it. */
  readonly waitMs?: number;
  /** Longest mean delay of the event loop at which requests are still admitted; unlimited without it. */
  readonly delayMs?: number;
}

/** At the hundreds of requests a second that a node serves, the last one admitted waits a second or two. */
const CAPACITY: Capacity = {
  arriving: 300,
  reads: 100,
  writes: 200,
  crowd: 48,
  batched: 4_000,
};
/** How many of each kind are told to come back in the same second; about what a small node serves. */
const RETURNS_PER_SECOND = { reads: 300, writes: 100, crowd: 200, batched: 1_000 };
const MAX_DELAY_MS = 1_000;
/** A guess asks the database four times, so it still takes a second at most. */
const MAX_WAIT_MS = 250;

/**
 * @param engine the embedded database runs on this thread, so delays there do not mean too much work
 * @param timeoutFactor how many times longer everything may take
 */
export const capacityOf = (engine: Database['engine'], timeoutFactor: number): Capacity =>
  engine === 'postgres'
    ? {
        ...CAPACITY,
        delayMs: MAX_DELAY_MS * timeoutFactor,
        waitMs: MAX_WAIT_MS * timeoutFactor,
      }
    : CAPACITY;

const LOOK_EVERY_MS = 500;
const NANOSECONDS_IN_MS = 1e6;
/** Operators need these when a node is overloaded. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics']);
/** Only routes below this path ask the database. */
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

/** Admitted requests of one kind. */
interface Count {
  /** Their caller is not known yet. */
  arriving: number;
  inside: number;
}

/**
 * Refuses requests beyond a node's capacity with 503 before any work is done for them, each with its own moment to come
 * back. `@fastify/under-pressure` knows neither kinds of requests nor waits for the database. To be installed after the
 * metrics, and before hooks that ask the database.
 * @param readPool use of the database's connections; undefined for the embedded database
 * @param now monotonic time, ms
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
  // Batched requests wait long for the shared look-up of their callers, without keeping others waiting.
  const arrivingOfOthers = (): number =>
    counts.reads.arriving + counts.writes.arriving + counts.crowd.arriving;
  app.decorateRequest('stage', undefined);

  const leave = (request: FastifyRequest): void => {
    const { stage } = request;
    if (!stage) return;
    request.stage = undefined;
    counts[kindOf(request)][stage] -= 1;
  };
  /** @returns whether it is admitted; otherwise it has been answered */
  const enter = (request: FastifyRequest, reply: FastifyReply, stage: keyof Count): boolean => {
    const { url = '' } = request.route;
    if (ALWAYS.has(url)) return true;
    const kind = kindOf(request);
    const mine = counts[kind];
    // A request that was admitted and has sent its body is not refused because of later arrivals.
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
  // With callbacks, because a refused request is already answered and its other hooks must not run.
  app.addHook('onRequest', (request, reply, next) => {
    if (enter(request, reply, 'arriving')) next();
  });
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

function countShed({ metrics }: FastifyInstance): Counter<'kind' | 'reason'> {
  return new Counter({
    name: 'requests_shed_total',
    help: 'Requests that were refused at the door, by what they want and why: full, a row at the database, a late event loop',
    labelNames: ['kind', 'reason'],
    registers: [metrics],
  });
}

/** @returns why an admitted request would wait too long, although there is capacity */
function watchTrouble(
  app: FastifyInstance,
  { delayMs, waitMs: maxWaitMs = Number.POSITIVE_INFINITY }: Capacity,
  readPool: () => PoolFigures | undefined,
): (kind: Kind, url: string) => 'late' | 'database' | undefined {
  const isLate = watchDelay(app, delayMs);
  return (kind, url) => {
    if (isLate()) return 'late';
    if (!url.startsWith(API)) return undefined;
    const { statementWaitMs = 0, transactionWaitMs = 0 } = readPool() ?? {};
    const waitMs =
      kind === 'reads' ? statementWaitMs : Math.max(statementWaitMs, transactionWaitMs);
    return waitMs > maxWaitMs ? 'database' : undefined;
  };
}

/** @returns whether the event loop was late in the last interval */
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

/** Nobody is told to wait longer than a person would. */
const LONGEST_RETURN_MS = 30 * SECOND_MS;

/**
 * Spreads the moments at which refused callers come back.
 * @param perSecond how many come back in one second
 * @param now monotonic time, ms
 * @returns the seconds to wait, at least 1
 */
export function createReturnTimes(perSecond: number, now: () => number): () => number {
  let nextMs = Number.NEGATIVE_INFINITY;
  return () => {
    const atMs = now();
    if (nextMs < atMs + SECOND_MS || nextMs > atMs + LONGEST_RETURN_MS) nextMs = atMs + SECOND_MS;
    // Without rounding, a fraction of a millisecond would make the first one wait a second more.
    const seconds = Math.ceil(Math.round(nextMs - atMs) / SECOND_MS);
    nextMs += SECOND_MS / perSecond;
    return seconds;
  };
}

/** Answers 503 past hooks and serialisation, because in a crowd admitted requests wait for what a refusal costs. */
function refuseAtOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  retryAfterSeconds: number,
): void {
  const code = 'unavailable';
  request.refusal = code;
  const body = JSON.stringify({
    success: false,
    code,
    message: errorMessage(code),
    request_id: request.id,
  } satisfies FailureAnswer & { request_id: string });
  const headers = {
    ...(reply.getHeaders() as Readonly<Record<string, string>>),
    'retry-after': `${retryAfterSeconds}`,
    'content-security-policy': NO_PAGE,
    'content-type': 'application/json; charset=utf-8',
    'content-length': `${Buffer.byteLength(body)}`,
  };
  reply.hijack();
  reply.raw.writeHead(503, headers).end(body);
}
