import { afterEach, describe, expect, it, vi } from 'vitest';
import { sleep } from '../local/sleep.ts';
import { json, memoryLocks } from '../local/testing/fake-environment.ts';
import { ULID_A, sampleVoucher } from '../local/testing/samples.ts';
import { refreshVoucher } from './refresh/refresh-voucher.ts';
import { NOW, showsVoucher, workerFixture } from './testing/worker-fixture.ts';
import { createViewsPoller, type PollOutcome, pollViews } from './views-poller.ts';

/** A tab whose naps end when the test says so. */
function tab(locks = memoryLocks(), outcome: PollOutcome = 'ok') {
  const naps: { ms: number; signal: AbortSignal; wake: () => void }[] = [];
  const polled: string[] = [];
  const faults: unknown[] = [];
  const listeners: (() => void)[] = [];
  let isOnline = true;
  let next: PollOutcome | Error = outcome;
  const poller = createViewsPoller({
    locks,
    connectivity: {
      isOnline: () => isOnline,
      onChange: (listener) => void listeners.push(listener),
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        naps.push({ ms, signal, wake: resolve });
        signal.addEventListener('abort', () => resolve());
      }),
    report: (error) => void faults.push(error),
    notify: () => undefined,
    poll: async (ulid) => {
      polled.push(ulid);
      if (next instanceof Error) throw next;
      return next;
    },
  });
  /** The nap that goes on now, once there is one. */
  const napping = () =>
    vi.waitUntil(() => naps.filter(({ signal }) => !signal.aborted && naps.length > woken).at(-1));
  let woken = 0;
  return {
    poller,
    polled,
    faults,
    naps,
    answer: (value: PollOutcome | Error) => {
      next = value;
    },
    setOnline: (value: boolean) => {
      isOnline = value;
      for (const listener of listeners) listener();
    },
    napping,
    tick: async () => {
      const nap = await napping();
      woken = naps.length;
      nap.wake();
    },
  };
}

describe('polling views', () => {
  it('asks after each interval, until the voucher is no longer watched', async () => {
    const { poller, polled, tick, napping } = tab();
    const watch = { ulid: ULID_A, intervalMs: 5_000 };
    poller.setWatches([watch, watch]);
    await tick();
    expect((await napping()).ms).toBe(5_000);
    await tick();
    await napping();
    expect(polled).toEqual([ULID_A, ULID_A]);
    poller.setWatches([watch]);
    const last = await napping();
    expect(last.signal.aborted).toBe(false);
    poller.setWatches([]);
    expect(last.signal.aborted).toBe(true);
  });

  it('slows down with each failure up to a minute, and recovers', async () => {
    const { poller, naps, napping, tick, answer } = tab(undefined, 'failed');
    poller.setWatches([{ ulid: ULID_A, intervalMs: 15_000 }]);
    for (let i = 0; i < 3; i += 1) await tick();
    await napping();
    expect(naps.map(({ ms }) => ms)).toEqual([15_000, 30_000, 60_000, 60_000]);
    answer('ok');
    await tick();
    expect((await napping()).ms).toBe(15_000);
  });

  it('reports an exception, and goes on as after a failure', async () => {
    const { poller, faults, napping, tick, answer } = tab();
    const fault = new Error('a fault');
    answer(fault);
    poller.setWatches([{ ulid: ULID_A, intervalMs: 15_000 }]);
    await tick();
    expect((await napping()).ms).toBe(30_000);
    expect(faults).toEqual([fault]);
  });

  it('ends when the voucher is over', async () => {
    const locks = memoryLocks();
    const { poller, polled, tick } = tab(locks, 'over');
    poller.setWatches([{ ulid: ULID_A, intervalMs: 5_000 }]);
    await tick();
    await vi.waitUntil(() => polled.length === 1);
    const other = tab(locks);
    other.poller.setWatches([{ ulid: ULID_A, intervalMs: 5_000 }]);
    expect((await other.napping()).ms).toBe(5_000);
  });

  it('rests while hidden or offline', async () => {
    const { poller, naps, napping, setOnline } = tab();
    poller.setWatches([{ ulid: ULID_A, intervalMs: 5_000 }]);
    const first = await napping();
    poller.setVisible(false);
    expect(first.signal.aborted).toBe(true);
    setOnline(false);
    poller.setVisible(true);
    expect(naps).toHaveLength(1);
    setOnline(true);
    await napping();
    expect(naps).toHaveLength(2);
  });

  it('is one tab’s work at a time, and another’s when that one hides', async () => {
    const locks = memoryLocks();
    const [one, two] = [tab(locks), tab(locks)];
    one.poller.setWatches([{ ulid: ULID_A, intervalMs: 5_000 }]);
    two.poller.setWatches([{ ulid: ULID_A, intervalMs: 5_000 }]);
    await one.tick();
    await one.napping();
    expect(two.naps).toHaveLength(0);
    one.poller.setVisible(false);
    await two.tick();
    await two.napping();
    expect([one.polled, two.polled]).toEqual([[ULID_A], [ULID_A]]);
  });

  it('takes the shorter of two intervals', async () => {
    const { poller, naps, napping } = tab();
    poller.setWatches([{ ulid: ULID_A, intervalMs: 15_000 }]);
    await napping();
    poller.setWatches([
      { ulid: ULID_A, intervalMs: 15_000 },
      { ulid: ULID_A, intervalMs: 5_000 },
    ]);
    await vi.waitUntil(() => naps.length === 2);
    expect(naps.map(({ ms }) => ms)).toEqual([15_000, 5_000]);
  });
});

describe('one poll', () => {
  const views = (status: string, more: object = {}): Response =>
    json(200, { success: true, views: 42, masked_code: '482910446*3**', status, ...more });

  it('writes views, digits and status', async () => {
    const { context, db } = workerFixture(() => views('active'));
    await db.vouchers.put({ ...sampleVoucher(), fetchedAt: NOW });
    expect(await pollViews(context, ULID_A)).toBe('ok');
    expect(await db.vouchers.get(ULID_A)).toMatchObject({
      views: 42,
      views_count: 42,
      masked_code: '482910446*3**',
      creator: 'ada',
    });
  });

  it('writes how many entries a lottery has, and leaves the number of others alone', async () => {
    const { context, db, server } = workerFixture(() => views('active'));
    await db.vouchers.put({ ...sampleVoucher({ entries_count: 3 }), fetchedAt: NOW });
    await pollViews(context, ULID_A);
    expect((await db.vouchers.get(ULID_A))?.entries_count).toBe(3);
    server.answerBy(() => views('active', { entries_count: 9 }));
    await pollViews(context, ULID_A);
    expect((await db.vouchers.get(ULID_A))?.entries_count).toBe(9);
  });

  it.each([
    ['who won', { winner: { username: 'kofi', avatar: null } }],
    ['how a lottery ended', { winners_count: 3, own_share: 333.34 }],
  ])('fetches %s once the voucher is over', async (_, outcome) => {
    const { context, db } = workerFixture(({ path }) =>
      path.endsWith('/views')
        ? views('completed')
        : showsVoucher(sampleVoucher({ status: 'completed', ...outcome })),
    );
    await db.vouchers.put({ ...sampleVoucher(), fetchedAt: NOW });
    expect(await pollViews(context, ULID_A)).toBe('over');
    expect(await db.vouchers.get(ULID_A)).toMatchObject(outcome);
  });

  it('fetches it also when the voucher was fetched a moment before it was over', async () => {
    let status: 'active' | 'completed' = 'active';
    const { context, db } = workerFixture(({ path }) =>
      path.endsWith('/views')
        ? views(status)
        : showsVoucher(
            sampleVoucher({
              status,
              completed_at: status === 'active' ? null : '2026-01-02T00:00:00Z',
            }),
          ),
    );
    await refreshVoucher(context, ULID_A, { force: true });
    status = 'completed';
    expect(await pollViews(context, ULID_A)).toBe('over');
    expect((await db.vouchers.get(ULID_A))?.completed_at).not.toBeNull();
  });

  it.each([
    [500, 'failed'],
    [429, 'failed'],
    [404, 'over'],
  ] as const)('takes a %i as %s', async (status, outcome) => {
    const { context } = workerFixture(() => json(status));
    expect(await pollViews(context, ULID_A)).toBe(outcome);
  });

  it('does not undo what a command has written meanwhile', async () => {
    const { context, db, server } = workerFixture(() => views('active'));
    await db.vouchers.put({ ...sampleVoucher({ status: 'completed' }), fetchedAt: NOW });
    server.answerBy(() => {
      context.changes.bump();
      return views('active');
    });
    await pollViews(context, ULID_A);
    expect((await db.vouchers.get(ULID_A))?.status).toBe('completed');
  });
});

describe('sleeping', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ends in time, and at once when aborted', async () => {
    vi.useFakeTimers();
    const ended: string[] = [];
    const controller = new AbortController();
    const naps = [
      sleep(1_000, new AbortController().signal).then(() => ended.push('in time')),
      sleep(1_000, controller.signal).then(() => ended.push('aborted')),
      sleep(1_000, AbortSignal.abort()).then(() => ended.push('before')),
    ];
    controller.abort();
    await Promise.all(naps.slice(1));
    expect([...ended].sort()).toEqual(['aborted', 'before']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });
});
