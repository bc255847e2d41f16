import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { hiddenPositions } from '../../contract/vouchers/voucher-code.ts';
import { vouchers } from '../../server/db/schema/vouchers.ts';
import { SECOND_MS } from '../../contract/durations.ts';
import { createViewCounter } from '../../server/giveaways/views/record-views.ts';
import { TRUST } from '../../server/giveaways/views/viewer.ts';
import { strongDevice } from '../fixtures/api/devices.ts';
import type { Person } from '../fixtures/api/people.ts';
import { auditVouchers, type VoucherAudit } from './audit-voucher.ts';
import { setUpServers, type MortalServer } from './mortal-server.ts';
import { addCreator, CODE, openGiveaway, setUpScene } from './scene.ts';

const VIEWERS = 500;
const THRESHOLD = 400;
const FAR_AWAY = 90_000_000;
/** Views as fast as two busy nodes could take them; `VIEW_SECONDS=25` makes a million. */
const NODES = 2;
const SECONDS = Number(process.env['VIEW_SECONDS'] ?? 5);
const VIEWS_PER_SECOND = 20_000;
const NETWORKS = 1_000;

const scene = setUpScene();
const startServer = setUpServers(scene);
let creator: Person;
let audit: VoucherAudit;

beforeAll(async () => {
  creator = await addCreator(scene.deps, 'creator', 4);
  audit = await auditVouchers(scene.deps.database);
});
afterEach(() => {
  vi.useRealTimers();
});

/** A giveaway with four hidden digits, of which one opens at `THRESHOLD` views. */
async function openAtThreshold(): Promise<{ id: number; ulid: string; mask: string }> {
  const { id, ulid } = await openGiveaway(scene.deps, creator, {
    reveal_method: 'views',
    masked_digits: 4,
    first_reveal_views: THRESHOLD,
    second_reveal_views: FAR_AWAY,
  });
  return { id, ulid, mask: (await rowOf(id)).maskedCode };
}

const rowOf = async (id: number) => {
  const [row] = await scene.deps.db.select().from(vouchers).where(eq(vouchers.id, id));
  if (!row) throw new Error(`no voucher ${id}`);
  return row;
};

/** A code's mask with its leftmost hidden digit open. */
const openedOnce = (mask: string): string => {
  const [at = 0] = hiddenPositions(mask);
  return mask.slice(0, at) + CODE.charAt(at) + mask.slice(at + 1);
};

describe(`${VIEWERS} viewers at the same moment over two servers`, () => {
  let servers: readonly MortalServer[] = [];
  beforeAll(async () => {
    servers = await Promise.all([startServer(), startServer()]);
  });

  /** A visitor opens the voucher; who is told to come back later does, as the app would. */
  async function look(ulid: string, index: number): Promise<number> {
    const { url } = servers[index % servers.length] as MortalServer;
    const reply = await fetch(`${url}/api/v1/vouchers/${ulid}`, {
      headers: strongDevice(scene.deps, `device-of-viewer-${index}`),
    });
    await reply.arrayBuffer();
    if (reply.status !== 503) return reply.status;
    await delay(Number(reply.headers.get('retry-after')) * SECOND_MS);
    return look(ulid, index);
  }

  /** All visitors at once, half of them on each server. */
  const lookAll = (ulid: string): Promise<number[]> =>
    Promise.all(Array.from({ length: VIEWERS }, (_, index) => look(ulid, index)));

  it('are counted exactly, and open one digit once', async () => {
    const { id, ulid, mask } = await openAtThreshold();
    expect(new Set(await lookAll(ulid))).toEqual(new Set([200]));
    await expect.poll(async () => (await rowOf(id)).views).toBe(VIEWERS);
    // The same devices again, now served by the other server each, count for nothing.
    servers = servers.toReversed();
    await lookAll(ulid);
    await Promise.all(servers.map((server) => server.stop()));
    expect(await rowOf(id)).toMatchObject({
      views: VIEWERS,
      revealsDone: 1,
      maskedCode: openedOnce(mask),
    });
    expect(await audit.masks()).toEqual([openedOnce(mask)]);
  }, 40_000);
});

describe('views of one voucher by the ten thousand', () => {
  it('are one write a second from each node', async () => {
    const { id } = await openAtThreshold();
    const { db, secrets } = scene.deps;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let nowMs = Date.now();
    const counters = Array.from({ length: NODES }, () =>
      createViewCounter({
        db,
        clock: { now: () => nowMs },
        secrets: () => secrets,
        log: { error: (_details, message) => expect.unreachable(message) },
      }),
    );
    for (const counter of counters) counter.start();
    const before = await audit.writes();
    const reveals = (await audit.masks()).length;
    let taken = 0;
    for (let second = 0; second < SECONDS; second += 1) {
      for (const [node, counter] of counters.entries())
        for (let viewer = 0; viewer < VIEWS_PER_SECOND; viewer += 1)
          taken += Number(
            counter.add(id, {
              key: `d:${node}-${second}-${viewer}`,
              trust: TRUST.device,
              network: `${viewer % NETWORKS}`,
            }),
          );
      nowMs += 1_000;
      vi.advanceTimersByTime(1_000);
      // Nothing waits any more, so this writes nothing: it ends when the second's write has.
      await Promise.all(counters.map((counter) => counter.flush()));
    }
    await Promise.all(counters.map((counter) => counter.stop()));
    expect(taken).toBe(NODES * SECONDS * VIEWS_PER_SECOND);
    expect((await rowOf(id)).views).toBe(taken);
    expect((await audit.masks()).length - reveals).toBe(1);
    // One statement more than the counting ones: the digit that opened.
    expect((await audit.writes()) - before).toBe(NODES * SECONDS + 1);
  }, 60_000);
});
