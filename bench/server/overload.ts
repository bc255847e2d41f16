import { setTimeout as delay } from 'node:timers/promises';
import { flow, type Flowed } from './flow.ts';
import { readNode, refusalsBetween, type Node, type Refusals } from './node.ts';
import type { Planted } from './plant.ts';
import type { Stand } from './stand.ts';
import { mixedCalls } from './workloads.ts';

const FIRST_RATE = 40;
const STEP = 1.25;
const STEP_SECONDS = 8;
const LOOK_EVERY_MS = 10_000;
/** Views are answered once a second, so calls of the last second may still be open. */
const BACKLOG_SECONDS = 1;
/** A wrong guess is answered 422. */
const EXPECTED = [200, 422];
const TIMES_TOO_MUCH = 2;

export interface Phase extends Flowed {
  readonly name: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly refusals: Refusals;
  readonly cores: number;
  readonly nodes: readonly Node[];
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
    const first = await readNode(stand);
    const nodes: Node[] = [];
    const timer = setInterval(
      () => void readNode(stand).then((node) => nodes.push(node), console.error),
      LOOK_EVERY_MS,
    );
    const begunMs = performance.now();
    const flowed = await run(perSecond, length);
    const tookSeconds = (performance.now() - begunMs) / 1000;
    clearInterval(timer);
    const last = await readNode(stand);
    const refusals = refusalsBetween(first, last);
    const cores = (last.processorSeconds - first.processorSeconds) / tookSeconds;
    return {
      ...flowed,
      name,
      perSecond,
      seconds: length,
      refusals,
      cores,
      nodes: [...nodes, last],
    };
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
