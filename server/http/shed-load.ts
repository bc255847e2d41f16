import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';

import type { FailureAnswer } from '../../contract/common.ts';
import { SECOND_MS } from '../../contract/durations.ts';
import { errorMessage } from '../../contract/errors.ts';
import type { Database } from '../db/database.ts';
import type { PoolFigures } from '../db/recovering-pool.ts';
import { whenAnswered } from './request-hooks.ts';
import { NO_PAGE } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Many callers may send it at the same moment for one voucher. */
    crowd?: true;
    batched?: true;
  }
  interface FastifyRequest {
    stage: keyof Count | undefined;
  }
}

/** Time for receiving a body or sending an answer does not count. */
export interface Capacity {
  readonly arriving: number;
  readonly reads: number;
  readonly writes: number;
  readonly crowd: number;
  readonly batched: number;
  /** Longest wait for a database connection at which requests are admitted; unlimited without it. */
  readonly waitMs?: number;
  /** Longest mean delay of the event loop at which requests are admitted; unlimited without it. */
  readonly delayMs?: number;
}

/** A node serves hundreds of requests a second, so the last admitted one waits one or two seconds. */
const CAPACITY: Capacity = {
  arriving: 300,
  reads: 100,
  writes: 200,
  crowd: 48,
  batched: 4_000,
};
/** This many refused callers of each kind are told to return in the same second. */
const RETURNS_PER_SECOND = { reads: 300, writes: 100, crowd: 200, batched: 1_000 };
const MAX_DELAY_MS = 1_000;
/** A guess asks the database four times, so it still takes at most one second. */
const MAX_WAIT_MS = 250;

/** The embedded database runs on this thread, so delays there do not mean overload. */
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

interface Count {
  arriving: number;
  inside: number;
}

/** Install it after the metrics and before hooks that use the database. */
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
  // Batched requests wait long for a shared look-up of their callers, but they block no others.
  const arrivingOfOthers = (): number =>
    counts.reads.arriving + counts.writes.arriving + counts.crowd.arriving;
  app.decorateRequest('stage', undefined);

  const leave = (request: FastifyRequest): void => {
    const { stage } = request;
    if (!stage) return;
    request.stage = undefined;
    counts[kindOf(request)][stage] -= 1;
  };
  const enter = (request: FastifyRequest, reply: FastifyReply, stage: keyof Count): boolean => {
    const { url = '' } = request.route;
    if (ALWAYS.has(url)) return true;
    const kind = kindOf(request);
    const mine = counts[kind];
    // A request that has sent its body is not refused because of later arrivals.
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
  // Callbacks are needed because a refused request is answered and its other hooks must not run.
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
  whenAnswered(app, leave);
}

function countShed({ metrics }: FastifyInstance): Counter<'kind' | 'reason'> {
  return new Counter({
    name: 'requests_shed_total',
    help: 'Requests that were refused at the door, by what they want and why: full, a row at the database, a late event loop',
    labelNames: ['kind', 'reason'],
    registers: [metrics],
  });
}

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

const LONGEST_RETURN_MS = 30 * SECOND_MS;

export function createReturnTimes(perSecond: number, now: () => number): () => number {
  let nextMs = Number.NEGATIVE_INFINITY;
  return () => {
    const atMs = now();
    if (nextMs < atMs + SECOND_MS || nextMs > atMs + LONGEST_RETURN_MS) nextMs = atMs + SECOND_MS;
    // Without rounding, a fraction of a millisecond would make the first caller wait a second more.
    const seconds = Math.ceil(Math.round(nextMs - atMs) / SECOND_MS);
    nextMs += SECOND_MS / perSecond;
    return seconds;
  };
}

/** Hooks and serialisation are bypassed, because refusals must be cheap in a crowd. */
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
