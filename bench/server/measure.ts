import { type Drive, drive, type Driven } from './drive.ts';
import { flowOn, openConnections } from './flow.ts';
import { percentile } from './percentiles.ts';
import type { ProcessorTime } from './processor-time.ts';

/** Calls on connections: each the next one once the last was answered, or at a rate, whatever was answered. */
export interface Load extends Drive {
  readonly perSecond?: number | undefined;
}

/** How fast calls were answered, and what one cost. */
export type Measured = Driven & ProcessorTime;

const WARM_UP_SECONDS = 0.5;
/** At a rate, code is compiled for it in some ten thousand calls: measured sooner, that would be most of their cost. */
const WARM_UP_AT_RATE_SECONDS = 30;

/**
 * Drives a server, first for a moment that is not counted.
 * @param readTime what was used of the processor so far
 */
export async function measure(
  load: Load,
  readTime: () => ProcessorTime | Promise<ProcessorTime>,
): Promise<Measured> {
  // What the warm-up has asked is not asked again.
  let asked = 0;
  const calls = { ...load, next: () => load.next(asked++) };
  const { perSecond } = load;
  if (perSecond === undefined) {
    await drive({ ...calls, seconds: Math.min(WARM_UP_SECONDS, load.seconds / 4) });
    return costOf(readTime, () => drive(calls));
  }
  const agent = await openConnections(load.url, load.connections);
  try {
    const run = (seconds: number): Promise<Driven> =>
      driveAtRate(agent, { ...calls, perSecond, seconds });
    await run(WARM_UP_AT_RATE_SECONDS);
    return await costOf(readTime, () => run(load.seconds));
  } finally {
    agent.destroy();
  }
}

async function costOf(
  readTime: () => ProcessorTime | Promise<ProcessorTime>,
  run: () => Promise<Driven>,
): Promise<Measured> {
  const before = await readTime();
  const driven = await run();
  const after = await readTime();
  const ofOne = (of: keyof ProcessorTime): number => (after[of] - before[of]) / driven.calls;
  return { ...driven, server: ofOne('server'), database: ofOne('database') };
}

async function driveAtRate(
  agent: Awaited<ReturnType<typeof openConnections>>,
  { next, expected, seconds, ...rest }: Load & { readonly perSecond: number },
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
