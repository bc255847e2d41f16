import { Agent } from 'node:http';
import { nameOf, send } from './drive.ts';
import { CREATOR, HISTORIES } from './fill.ts';
import { percentile } from './percentiles.ts';
import { headersOf, type Stand } from './stand.ts';

const ANYBODY = 5;
const LAST_PAGE = 20;
const OPEN = '/vouchers';

type Read = readonly [name: string, userId: number, path: string];

const list = (name: string, query: string): Read[] => [
  [`open giveaways${name}`, ANYBODY, `${OPEN}?${query}`],
  [`open giveaways${name}, page ${LAST_PAGE}`, ANYBODY, `${OPEN}?${query}&page=${LAST_PAGE}`],
];

const READS: readonly Read[] = [
  ...list('', ''),
  ...['type=digital', 'currency=KES', 'reveal_method=time', 'min_amount=900&max_amount=1500'].map(
    (query): Read => [`open giveaways, ${query}`, ANYBODY, `${OPEN}?${query}`],
  ),
  ...['created_at', 'views', 'ending_soon', 'nearly_open'].flatMap((sort) =>
    list(`, sort_by=${sort}`, `sort_by=${sort}`),
  ),
  ['open giveaways, creator_name that no user has', ANYBODY, `${OPEN}?creator_name=qqqq`],
  ...Object.entries(HISTORIES).flatMap(([userId, count]): Read[] => {
    const name = `transactions of one who has ${count}`;
    const path = '/transactions';
    const first: Read = [name, Number(userId), path];
    const isLong = count > LAST_PAGE * 10;
    return isLong
      ? [first, [`${name}, page ${LAST_PAGE}`, Number(userId), `${path}?page=${LAST_PAGE}`]]
      : [first];
  }),
  ['own vouchers, of 100', CREATOR, '/vouchers/created'],
  ['notifications, of 100', CREATOR, '/notifications'],
  ['leaderboard, this week', ANYBODY, '/leaderboard?period=week'],
  ['leaderboard, all time', ANYBODY, '/leaderboard?period=all'],
  ['balances', ANYBODY, '/wallet/balances'],
  ['user', ANYBODY, '/user'],
];

export interface ReadTimes {
  readonly name: string;
  readonly ms: readonly number[];
}

const WARM_UP = 3;
/** A slow read is measured with fewer calls. */
const LONG_MS = 20_000;
const ENOUGH_CALLS = 5;

/**
 * The stands alternate, so that a busy moment of the machine affects them alike.
 * @returns `NaN` for a read that was not always answered with 200
 */
export async function measureReads(stands: readonly Stand[], calls: number): Promise<ReadTimes[]> {
  const agent = new Agent({ keepAlive: true });
  const timeOf = async ({ url }: Stand, [name, userId, path]: Read): Promise<number> => {
    const begunMs = performance.now();
    const reply = await send(url, { path: `/api/v1${path}`, headers: headersOf(userId) }, agent);
    if (reply.status === 200) return performance.now() - begunMs;
    console.error(`${name}: ${nameOf(reply)}`);
    return Number.NaN;
  };
  const results: ReadTimes[] = [];
  for (const read of READS) {
    const times = stands.map((): number[] => []);
    const begunMs = performance.now();
    for (let n = -WARM_UP; n < calls; n += 1) {
      if (n >= ENOUGH_CALLS && performance.now() - begunMs > LONG_MS) break;
      for (const [at, stand] of stands.entries()) {
        const ms = await timeOf(stand, read);
        if (n >= 0) times[at]?.push(ms);
      }
    }
    const middles = times.map((each) =>
      each.includes(Number.NaN) ? Number.NaN : percentile(each, 0.5),
    );
    results.push({ name: read[0], ms: middles });
    console.error(`${read[0]}: ${middles.map((ms) => ms.toFixed(1)).join(', ')} ms`);
  }
  agent.destroy();
  return results;
}
