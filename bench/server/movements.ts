import path from 'node:path';

import type * as Databases from '../../server/db/database.ts';
import type * as Transactions from '../../server/db/transaction.ts';
import type * as Journal from '../../server/ledger/journal.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import { percentile } from '../statistics.ts';
import { USERS } from './fill.ts';
import type { Measured } from './measure.ts';
import { clusterTime } from './processor-time.ts';
import { withClient } from './stand.ts';

/** The nodes' pools; each lets fewer transactions in than it has connections. */
const NODES = 2;
const LANES = 14;
export const CONNECTIONS = NODES * LANES;
const WARM_UP_SECONDS = 5;
const AMOUNT = 1_000n;
const FEE = 100n;

export interface Fees {
  /** Folder of another checkout, whose ledger is measured; undefined for this one. */
  readonly checkout?: string | undefined;
  readonly databaseUrl: string;
  readonly seconds: number;
}

/** Commits wait for the disk of the standby, as in production. */
export const waitForStandby = (clusterUrl: string): Promise<void> =>
  withClient(clusterUrl, async (client) => {
    await client.query(`alter system set synchronous_standby_names = 'standby'`);
    await client.query('select pg_reload_conf()');
  });

const load = async <T>(checkout: string, file: string): Promise<T> =>
  (await import(path.join(checkout, file))) as T;

/** Two pools post payments between wallets, each with a fee in one currency, as fast as they are committed. */
export async function postFees(
  { checkout = REPOSITORY_ROOT, databaseUrl, seconds }: Fees,
  postmaster: number,
): Promise<Measured> {
  const { openPostgres } = await load<typeof Databases>(checkout, 'server/db/database.ts');
  const { inTransaction } = await load<typeof Transactions>(checkout, 'server/db/transaction.ts');
  const journal = await load<typeof Journal>(checkout, 'server/ledger/journal.ts');
  const pools = Array.from({ length: NODES }, () => openPostgres(databaseUrl));
  const run = `${Date.now()}`;
  let count = 0;
  const post = (node: number): Promise<unknown> => {
    const naturalKey = `fee:${run}:${(count += 1)}`;
    const person = (away: number) =>
      journal.walletOf(2 + ((count * 7 + away) % (USERS - 2)), 'NGN');
    const movement = {
      naturalKey,
      kind: 'voucher_payment',
      reference: naturalKey,
      description: 'Bench',
      entries: [
        { account: person(0), amount: -(AMOUNT + FEE) },
        { account: person(1_000), amount: AMOUNT },
        { account: journal.feesIn('NGN'), amount: FEE },
      ],
    };
    const { db } = pools[node % NODES] as (typeof pools)[number];
    return inTransaction(db, (tx) => journal.postMovement(tx, movement, new Date()));
  };
  try {
    await repeat(post, WARM_UP_SECONDS);
    const before = { server: process.cpuUsage(), database: clusterTime(postmaster) };
    const { times, tookMs } = await repeat(post, seconds);
    const { user, system } = process.cpuUsage(before.server);
    return {
      calls: times.length,
      perSecond: (times.length / tookMs) * 1_000,
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
      unexpected: {},
      server: (user + system) / 1_000 / times.length,
      database: (clusterTime(postmaster) - before.database) / times.length,
    };
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
  }
}

async function repeat(work: (lane: number) => Promise<unknown>, seconds: number) {
  const times: number[] = [];
  const begunMs = performance.now();
  const endMs = begunMs + seconds * 1_000;
  const run = async (lane: number): Promise<void> => {
    while (performance.now() < endMs) {
      const sentMs = performance.now();
      await work(lane);
      times.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, lane) => run(lane)));
  return { times, tookMs: performance.now() - begunMs };
}
