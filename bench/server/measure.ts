import { type Drive, drive, type Driven } from './drive.ts';
import { flowOn, openConnections } from './flow.ts';
import { percentile } from '../statistics.ts';
import type { ProcessorTime } from './processor-time.ts';

export type Measured = Driven & ProcessorTime;

export type ReadTime = () => ProcessorTime | Promise<ProcessorTime>;

export interface AtRate extends Drive {
  readonly perSecond: number;
}

export interface Side {
  readonly load: AtRate;
  readonly readTime: ReadTime;
}

const WARM_UP_SECONDS = 0.5;
/** Node compiles a route's code within ten thousand calls, which would dominate a shorter run. */
const WARM_UP_AT_RATE_SECONDS = 30;
const TURNS = 5;

/** Each run continues the sequence, so that no call is sent twice. */
function goingOn<Load extends Drive>(load: Load): Load {
  let asked = 0;
  return { ...load, next: () => load.next(asked++) };
}

export async function measure(load: Drive, readTime: ReadTime): Promise<Measured> {
  const calls = goingOn(load);
  await drive({ ...calls, seconds: Math.min(WARM_UP_SECONDS, load.seconds / 4) });
  return costOf(readTime, () => drive(calls));
}

/**
 * Servers alternate, because a machine's speed changes within a minute.
 * @returns for each server the run with the median processor time
 */
export async function measureInTurns(sides: readonly Side[]): Promise<Measured[]> {
  const agents: Awaited<ReturnType<typeof openConnections>>[] = [];
  try {
    const driven = [];
    for (const { load, readTime } of sides) {
      const agent = await openConnections(load.url, load.connections);
      agents.push(agent);
      const calls = goingOn(load);
      await driveAtRate(agent, { ...calls, seconds: WARM_UP_AT_RATE_SECONDS });
      driven.push({
        turn: () => costOf(readTime, () => driveAtRate(agent, calls)),
        turns: [] as Measured[],
      });
    }
    for (let at = 0; at < TURNS; at += 1)
      for (const { turn, turns } of driven) turns.push(await turn());
    return driven.flatMap(({ turns }) => {
      const inTheMiddle = turns.toSorted((a, b) => a.server - b.server)[TURNS >> 1];
      return inTheMiddle ? [inTheMiddle] : [];
    });
  } finally {
    for (const agent of agents) agent.destroy();
  }
}

async function costOf(readTime: ReadTime, run: () => Promise<Driven>): Promise<Measured> {
  const before = await readTime();
  const driven = await run();
  const after = await readTime();
  const ofOne = (of: keyof ProcessorTime): number => (after[of] - before[of]) / driven.calls;
  return { ...driven, server: ofOne('server'), database: ofOne('database') };
}

async function driveAtRate(
  agent: Awaited<ReturnType<typeof openConnections>>,
  { next, expected, seconds, ...rest }: AtRate,
): Promise<Driven> {
  const nextCall = (n: number) => {
    const call = next(n);
    if (!call) throw new Error('nothing is left to be asked at this rate');
    return call;
  };
  const { sent, servedMs, refusedMs, unexpected } = await flowOn(agent, {
    ...rest,
    seconds,
    next: nextCall,
    expected: [expected],
  });
  return {
    calls: sent,
    perSecond: servedMs.length / seconds,
    p50Ms: percentile(servedMs, 0.5),
    p99Ms: percentile(servedMs, 0.99),
    unexpected: refusedMs.length === 0 ? unexpected : { ...unexpected, '503': refusedMs.length },
  };
}
