import { setTimeout as delay } from 'node:timers/promises';
import { sumOf } from '../statistics.ts';
import { flow, type Flowed } from './flow.ts';
import type { Planted } from './plant.ts';
import { readMetrics, type Stand } from './stand.ts';
import { mixedCalls } from './workloads.ts';

const FIRST_RATE = 40;
const STEP = 1.25;
const STEP_SECONDS = 8;
/** Views are answered once a second, so calls of the last second may still be open. */
const BACKLOG_SECONDS = 1;
/** A wrong guess is answered 422. */
const EXPECTED = [200, 422];
const TIMES_TOO_MUCH = 2;

export interface Phase extends Flowed {
  readonly name: string;
  readonly seconds: number;
  /** The share of the refused calls that the server refused within 100 ms. */
  readonly refusedSoon: number;
}

async function readRefused(stand: Stand): Promise<{ readonly all: number; readonly soon: number }> {
  const metrics = await readMetrics(stand);
  const answers = 'http_request_duration_seconds';
  const refused = 'status="503"';
  return {
    all: sumOf(metrics, `${answers}_count`, refused),
    soon: sumOf(metrics, `${answers}_bucket`, refused, 'le="0.1"'),
  };
}

/**
 * Finds the rate that a server serves, sends twice as much, then the first rate again.
 * @param seconds of overload; a sixth of it is measured before and after
 */
export async function overload(
  stand: Stand,
  planted: Planted,
  seconds: number,
): Promise<readonly Phase[]> {
  const next = mixedCalls(planted);
  const run = (perSecond: number, length: number): Promise<Flowed> =>
    flow({ url: stand.url, perSecond, seconds: length, next, expected: EXPECTED });
  const phase = async (name: string, perSecond: number, length: number): Promise<Phase> => {
    console.error(`${name}: ${perSecond} a second for ${length} s`);
    const before = await readRefused(stand);
    const flowed = await run(perSecond, length);
    const after = await readRefused(stand);
    const refusedSoon = (after.soon - before.soon) / (after.all - before.all);
    return { ...flowed, name, seconds: length, refusedSoon };
  };

  const isServed = async (rate: number): Promise<boolean> => {
    const { sent, refusedMs, unexpected, unansweredAtEnd } = await run(rate, STEP_SECONDS);
    console.error(
      `${rate.toFixed(0)} a second: ${refusedMs.length} of ${sent} refused, ${unansweredAtEnd} left, ${JSON.stringify(unexpected)}`,
    );
    return refusedMs.length === 0 && unansweredAtEnd <= rate * BACKLOG_SECONDS;
  };

  await run(FIRST_RATE, STEP_SECONDS);
  let rate = FIRST_RATE;
  // Each rate is tried twice, because other programs may have used the machine for a moment.
  while ((await isServed(rate * STEP)) || (await isServed(rate * STEP))) rate *= STEP;
  const perSecond = Math.round(rate);
  const beside = Math.max(STEP_SECONDS, Math.round(seconds / 6));
  await delay(BACKLOG_SECONDS * 1000);
  return [
    await phase('before', perSecond, beside),
    await phase(`${TIMES_TOO_MUCH} times as much`, perSecond * TIMES_TOO_MUCH, seconds),
    await phase('after', perSecond, beside),
  ];
}
