import { type Drive, drive, type Driven } from './drive.ts';
import { flow } from './flow.ts';
import { percentile } from '../statistics.ts';
import type { ProcessorTime } from './processor-time.ts';

export type Measured = Driven & ProcessorTime;

export type ReadTime = () => ProcessorTime | Promise<ProcessorTime>;

const WARM_UP_SECONDS = 0.5;
/** Node compiles a route's code within ten thousand calls, which would dominate a shorter run. */
const WARM_UP_AT_RATE_SECONDS = 30;

export async function measure(load: Drive, readTime: ReadTime): Promise<Measured> {
  const { perSecond, seconds } = load;
  let asked = 0;
  // The second run continues the sequence, so that no call is sent twice.
  const calls = { ...load, next: () => load.next(asked++) };
  const run = (length: number): Promise<Driven> =>
    perSecond === undefined
      ? drive({ ...calls, seconds: length })
      : driveAtRate({ ...calls, seconds: length }, perSecond);
  await run(
    perSecond === undefined ? Math.min(WARM_UP_SECONDS, seconds / 4) : WARM_UP_AT_RATE_SECONDS,
  );
  const before = await readTime();
  const driven = await run(seconds);
  const after = await readTime();
  const ofOne = (of: keyof ProcessorTime): number => (after[of] - before[of]) / driven.calls;
  return { ...driven, server: ofOne('server'), database: ofOne('database') };
}

async function driveAtRate(load: Drive, perSecond: number): Promise<Driven> {
  const { next, expected, seconds, connections } = load;
  const nextCall = (n: number) => {
    const call = next(n);
    if (!call) throw new Error('nothing is left to be asked at this rate');
    return call;
  };
  const { sent, servedMs, refusedMs, unexpected } = await flow(
    { ...load, perSecond, next: nextCall, expected: [expected] },
    connections,
  );
  return {
    calls: sent,
    perSecond: servedMs.length / seconds,
    p50Ms: percentile(servedMs, 0.5),
    p99Ms: percentile(servedMs, 0.99),
    unexpected: refusedMs.length === 0 ? unexpected : { ...unexpected, '503': refusedMs.length },
  };
}
