import { Agent } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Call, ENCODING, nameOf, type Reply, send } from './drive.ts';

/** Calls that come at a fixed rate, whether or not those before were answered, as people do. */
export interface Flow {
  readonly url: string;
  readonly perSecond: number;
  readonly seconds: number;
  /** The nth call, from 0. */
  readonly next: (n: number) => Call;
  /** The statuses of calls that were served. */
  readonly expected: readonly number[];
}

/** What became of a flow. A call counts for when it was sent. */
export interface Flowed {
  readonly sent: number;
  /** How long each took that was answered as expected, ms. */
  readonly servedMs: readonly number[];
  /** How long each took that was answered 503, ms. */
  readonly refusedMs: readonly number[];
  /** Answers 503 that do not say when to come back. */
  readonly refusedWithoutTime: number;
  /** All other answers, and calls without one: how often each came. */
  readonly unexpected: Readonly<Record<string, number>>;
  /** What was not answered yet when the time was over. */
  readonly unansweredAtEnd: number;
  /** The 99th percentile of how late this process itself was, ms: what is measured here cannot be less. */
  readonly ownLateMs: number;
}

const TURN_MS = 5;
/** As a balancer keeps them. */
const CONNECTIONS = 512;
const NANOSECONDS_IN_MS = 1e6;
const REFUSED = 503;

/**
 * Opens connections before a flow: Node takes one new connection a turn of its event loop, so that a busy one would be
 * measured by those. They are used in turn.
 */
export async function openConnections(url: string, count: number): Promise<Agent> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: count, scheduling: 'fifo' });
  await Promise.all(Array.from({ length: count }, () => send(url, { path: '/healthz' }, agent)));
  return agent;
}

/** Sends calls at a rate for a time, and waits for all answers. */
export async function flow(calls: Flow): Promise<Flowed> {
  const agent = await openConnections(calls.url, CONNECTIONS);
  try {
    return await flowOn(agent, calls);
  } finally {
    agent.destroy();
  }
}

/** The same on connections that are open. */
export async function flowOn(
  agent: Agent,
  { url, perSecond, seconds, next, expected }: Flow,
): Promise<Flowed> {
  const late = monitorEventLoopDelay({ resolution: 1 });
  const servedMs: number[] = [];
  const refusedMs: number[] = [];
  const unexpected: Record<string, number> = {};
  let refusedWithoutTime = 0;
  let underWay = 0;
  const begunMs = performance.now();
  const sendOne = async (call: Call): Promise<void> => {
    underWay += 1;
    const sentMs = performance.now();
    const headers = { ...ENCODING, ...call.headers };
    const reply = await send(url, { ...call, headers }, agent).catch((error: unknown): Reply => ({
      status: 0,
      text: String(error),
    }));
    underWay -= 1;
    const tookMs = performance.now() - sentMs;
    if (expected.includes(reply.status)) servedMs.push(tookMs);
    else if (reply.status === REFUSED) {
      refusedMs.push(tookMs);
      if (reply.retryAfter === undefined) refusedWithoutTime += 1;
    } else unexpected[nameOf(reply)] = (unexpected[nameOf(reply)] ?? 0) + 1;
  };

  const calls: Promise<void>[] = [];
  late.enable();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const passed = Math.min(seconds, (performance.now() - begunMs) / 1000);
      while (calls.length < passed * perSecond) calls.push(sendOne(next(calls.length)));
      if (passed < seconds) return;
      clearInterval(timer);
      resolve();
    }, TURN_MS);
  });
  const unansweredAtEnd = underWay;
  late.disable();
  await Promise.all(calls);
  return {
    sent: calls.length,
    servedMs,
    refusedMs,
    refusedWithoutTime,
    unexpected,
    unansweredAtEnd,
    ownLateMs: late.percentile(99) / NANOSECONDS_IN_MS,
  };
}
