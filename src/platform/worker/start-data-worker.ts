import { wrap, releaseProxy, type Remote } from 'comlink';

import type { DataWorkerApi } from '../../../workers/api.ts';
import type { PageNews } from '../../../workers/deps.ts';
import { isClockOff, noteClock } from '../clock/server-time.ts';
import { doubtConnection } from '../connectivity.ts';
import { leaveExpiredSession } from '../session/leave-expired-session.ts';
import type { CheckStorage } from '../storage/recover-storage.ts';
import type { RunningWorker } from './worker-bridge.ts';

const READY_TIMEOUT_MS = 20_000;

const COUNT_AFTER_MS = 3_000;

function untilReady(worker: Worker, api: Remote<DataWorkerApi>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The worker does not answer')),
      READY_TIMEOUT_MS,
    );
    const onError = (): void => {
      clearTimeout(timer);
      reject(new Error('The worker did not start'));
    };
    worker.addEventListener('error', onError, { once: true });
    api.ping().then(() => {
      clearTimeout(timer);
      worker.removeEventListener('error', onError);
      resolve();
    }, reject);
  });
}

async function onMessage(news: PageNews, check: CheckStorage): Promise<void> {
  const wasRight = !isClockOff();
  if (news.news === 'clock') noteClock(news.aheadMs);
  if (news.news === 'fault') reportError(news.error);
  else if (news.news === 'expired') await leaveExpiredSession();
  else if (news.news === 'strange') doubtConnection();
  else if (news.news !== 'clock' || news.aheadMs || !wasRight)
    await import('../storage/recover-storage.ts').then(
      ({ onWorkerNews }) => onWorkerNews(news, check),
      () => 0,
    );
}

async function count(api: Remote<DataWorkerApi>): Promise<void> {
  await (await import('../traffic/keep-thrift.ts')).keepThrift();
  await api.countTraffic();
}

let shown = Promise.resolve();

addEventListener('pagehide', () => {
  shown = new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
  });
});

/** The worker ends on `pagehide`, because a frozen page could hold a transaction open. */
export async function startDataWorker(
  check: CheckStorage,
): Promise<RunningWorker<Remote<DataWorkerApi>>> {
  await shown;
  const worker = new Worker(new URL('../../../workers/data-worker.ts', import.meta.url), {
    type: 'module',
    name: 'data',
  });
  worker.addEventListener('message', ({ data }: MessageEvent<Partial<PageNews>>) => {
    if (data.news) void onMessage(data as PageNews, check);
  });
  const end = (): void => {
    removeEventListener('pagehide', leave);
    worker.terminate();
  };
  const leave = (): void => {
    end();
    worker.dispatchEvent(new Event('error'));
  };
  addEventListener('pagehide', leave);
  const api = wrap<DataWorkerApi>(worker);
  try {
    await untilReady(worker, api);
  } catch (error) {
    end();
    throw error;
  }
  setTimeout(() => void count(api).catch(() => undefined), COUNT_AFTER_MS);
  return {
    api,
    onCrash(listener) {
      const crash = (): void => {
        end();
        listener();
      };
      // An unreadable message would leave its call without an answer.
      worker.addEventListener('messageerror', crash, { once: true });
      worker.addEventListener('error', crash, { once: true });
    },
    stop() {
      api[releaseProxy]();
      end();
    },
  };
}
