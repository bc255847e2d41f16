import { Agent } from 'node:http';
import { type Call, countUnexpected, send } from './drive.ts';

/** Calls are sent at a fixed rate, whether or not those before were answered. */
export interface Flow {
  readonly url: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly next: (n: number) => Call;
  readonly expected: readonly number[];
}

export interface Flowed {
  readonly sent: number;
  readonly servedMs: readonly number[];
  readonly refusedMs: readonly number[];
  readonly refusedWithoutTime: number;
  readonly unexpected: Readonly<Record<string, number>>;
  readonly unansweredAtEnd: number;
}

const TURN_MS = 5;
const CONNECTIONS = 512;
const REFUSED = 503;

/** Node accepts one new connection in each turn of its event loop, so all are opened before. */
async function openConnections(url: string, count: number): Promise<Agent> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: count, scheduling: 'fifo' });
  await Promise.all(Array.from({ length: count }, () => send(url, { path: '/healthz' }, agent)));
  return agent;
}

export async function flow(
  { url, perSecond, seconds, next, expected }: Flow,
  connections = CONNECTIONS,
): Promise<Flowed> {
  const agent = await openConnections(url, connections);
  const servedMs: number[] = [];
  const refusedMs: number[] = [];
  const unexpected: Record<string, number> = {};
  let refusedWithoutTime = 0;
  let underWay = 0;
  const begunMs = performance.now();
  const sendOne = async (call: Call): Promise<void> => {
    underWay += 1;
    const sentMs = performance.now();
    const reply = await send(url, call, agent);
    underWay -= 1;
    const tookMs = performance.now() - sentMs;
    if (expected.includes(reply.status)) servedMs.push(tookMs);
    else if (reply.status === REFUSED) {
      refusedMs.push(tookMs);
      if (reply.retryAfter === undefined) refusedWithoutTime += 1;
    } else countUnexpected(unexpected, reply);
  };

  const calls: Promise<void>[] = [];
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
  await Promise.all(calls);
  agent.destroy();
  return {
    sent: calls.length,
    servedMs,
    refusedMs,
    refusedWithoutTime,
    unexpected,
    unansweredAtEnd,
  };
}
