import { median } from '../median.ts';
import { type Call, send } from './drive.ts';
import type { Planted } from './plant.ts';
import { serveBy, type Stand } from './stand.ts';
import { openCountedWay, type WireCount } from './wire-count.ts';
import { guessCall, viewCall } from './workloads.ts';

/** The number is odd, so that a job that runs meanwhile does not change the median. */
const CALLS = 11;

export interface StatementCounts {
  readonly guess: WireCount;
  readonly view: WireCount;
}

export async function countStatements(
  stand: Stand,
  { giveaways: [, ulid = ''] }: Planted,
): Promise<StatementCounts> {
  const way = await openCountedWay(stand.databaseUrl);
  const server = await serveBy(stand, way.url);
  const count = async (expected: number, callOf: (n: number) => Call): Promise<WireCount> => {
    const counts: WireCount[] = [];
    // The first call opens connections and is not counted.
    for (let n = 0; n <= CALLS; n += 1) {
      const before = { ...way.count };
      const { status, text } = await send(server.url, callOf(n));
      if (status !== expected) throw new Error(`a counted call was answered ${status}: ${text}`);
      if (n === 0) continue;
      counts.push({
        statements: way.count.statements - before.statements,
        roundTrips: way.count.roundTrips - before.roundTrips,
      });
    }
    const middle = (of: keyof WireCount): number => median(counts.map((each) => each[of])) ?? 0;
    return { statements: middle('statements'), roundTrips: middle('roundTrips') };
  };
  try {
    return {
      guess: await count(422, (n) => guessCall(n, ulid)),
      view: await count(200, (n) => viewCall(n, ulid)),
    };
  } finally {
    await server.stop();
    way.close();
  }
}
