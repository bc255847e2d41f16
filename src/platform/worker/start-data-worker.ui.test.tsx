import 'fake-indexeddb/auto';
import { del, set } from 'idb-keyval';
import { afterEach, expect, it, vi, beforeEach } from 'vitest';

import { KEYS, LOCAL } from '../../../contract/storage-keys.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { ok } from '../../../contract/result.ts';
import type { StorageCheck } from '../../../workers/storage.ts';
import { noteClock, serverNow } from '../clock/server-time.ts';
import { hasSessionExpired, readSession, refreshSession } from '../session/session.ts';
import { startDataWorker } from './start-data-worker.ts';

/** Answers every call at once, as long as it lives. */
class LivingWorker extends EventTarget {
  static all: LivingWorker[] = [];
  isAlive = true;

  constructor() {
    super();
    LivingWorker.all.push(this);
  }

  postMessage({ id }: { readonly id: string }): void {
    const answer = new MessageEvent('message', { data: { id, type: 'RAW', value: undefined } });
    if (this.isAlive) queueMicrotask(() => this.dispatchEvent(answer));
  }

  terminate(): void {
    this.isAlive = false;
  }
}

const onWorkerNews = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('../storage/recover-storage.ts', () => ({ onWorkerNews }));
const doubtConnection = vi.hoisted(() => vi.fn<() => void>());
vi.mock('../connectivity.ts', () => ({ doubtConnection }));

const check = () => Promise.resolve(ok<StorageCheck>('ok'));
const leavePage = (): void => void dispatchEvent(new Event('pagehide'));
const showPage = (): void => void dispatchEvent(new Event('pageshow'));

/** What is under way has come as far as it can by itself. */
const untilStill = async (): Promise<void> => {
  for (let step = 0; step < 10; step += 1) await Promise.resolve();
};

beforeEach(() => void vi.stubGlobal('Worker', LivingWorker));
afterEach(() => {
  showPage();
  vi.unstubAllGlobals();
  LivingWorker.all = [];
});

it('ends with the page, which the browser may keep with a worker in the middle of a transaction', async () => {
  const worker = await startDataWorker(check);
  const onCrash = vi.fn<() => void>();
  worker.onCrash(onCrash);
  leavePage();
  expect(LivingWorker.all.map(({ isAlive }) => isAlive)).toEqual([false]);
  expect(onCrash).toHaveBeenCalledOnce();
});

it('starts only on a page that is shown', async () => {
  leavePage();
  const starting = startDataWorker(check);
  await untilStill();
  expect(LivingWorker.all).toEqual([]);
  showPage();
  await starting;
  expect(LivingWorker.all).toHaveLength(1);
});

it('one that is only just starting ends as well', async () => {
  vi.stubGlobal(
    'Worker',
    class extends LivingWorker {
      override postMessage(): void {
        // It is still being fetched.
      }
    },
  );
  const starting = startDataWorker(check);
  await untilStill();
  leavePage();
  await expect(starting).rejects.toThrow('The worker did not start');
  expect(LivingWorker.all.map(({ isAlive }) => isAlive)).toEqual([false]);
});

it('needs no code for a clock that is right, unless a former worker said that it is wrong', async () => {
  await startDataWorker(check);
  const tellRight = async (): Promise<void> => {
    const data = { news: 'clock', aheadMs: 0 };
    LivingWorker.all[0]?.dispatchEvent(new MessageEvent('message', { data }));
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  };
  await tellRight();
  expect(onWorkerNews).not.toHaveBeenCalled();
  noteClock(3_600_000);
  await tellRight();
  noteClock(0);
  expect(onWorkerNews).toHaveBeenCalledOnce();
});

it.each([
  ['hours ahead', 3 * HOUR_MS],
  ['years behind', -400 * DAY_MS],
])(
  'goes by the server where the clock is %s, also without the code that tells of it',
  async (_, aheadMs) => {
    vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
    await startDataWorker(check);
    const data = { news: 'clock', aheadMs };
    LivingWorker.all[0]?.dispatchEvent(new MessageEvent('message', { data }));
    expect(serverNow()).toBe(Date.now() - aheadMs);
    noteClock(0);
    vi.mocked(Date.now).mockRestore();
  },
);

it('looks for the server where an answer was not its own, as from a balancer that finds none', async () => {
  await startDataWorker(check);
  LivingWorker.all[0]?.dispatchEvent(new MessageEvent('message', { data: { news: 'strange' } }));
  expect(doubtConnection).toHaveBeenCalledOnce();
});

it('leaves a session that the worker has ended while no call of the page was refused', async () => {
  await set(KEYS.token, 'token');
  await refreshSession();
  localStorage.setItem(LOCAL.fcmInitialized, '1');
  await startDataWorker(check);
  await del(KEYS.token);
  LivingWorker.all[0]?.dispatchEvent(new MessageEvent('message', { data: { news: 'expired' } }));
  await vi.waitFor(async () => expect(await readSession()).toBe('signed-out'));
  expect(hasSessionExpired()).toBe(true);
  expect(localStorage.getItem(LOCAL.fcmInitialized)).toBeNull();
});
