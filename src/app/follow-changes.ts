import type { Result } from '../../contract/result.ts';
import { SECOND_MS } from '../../contract/durations.ts';
import { EVENTS } from '../../contract/storage-keys.ts';
import { sleep } from '../../local/sleep.ts';
import { readToken } from '../platform/session/session.ts';
import { callWorker, onWatchesChange, watchedVouchers } from '../platform/worker/data-worker.ts';
import { RECENT } from '../shared/transactions/recent-query.ts';
import { type Change, LiveStream } from './live-stream.ts';

/** Thousands may look at one voucher, and must not all ask at the same moment. */
const SPREAD_MS = 2 * SECOND_MS;
/** The worker answers the same question from memory for 2 s. */
const GAP_MS = 3 * SECOND_MS;
/** From one page to the next the list of vouchers on screen changes several times. */
const SETTLE_MS = SECOND_MS;

const FORCE = { force: true };
const NEVER = new AbortController().signal;

type Refresh = Parameters<typeof callWorker<undefined>>[0];

const REFRESHES: Readonly<Record<string, readonly Refresh[]>> = {
  balance: [
    (worker) => worker.refreshWallets(FORCE),
    (worker) => worker.refreshTransactions(RECENT, FORCE),
  ],
  notification: [
    (worker) => worker.refreshUser(FORCE),
    (worker) => worker.refreshNotices(undefined, FORCE),
  ],
  case: [(worker) => worker.refreshCases(FORCE)],
};

async function refresh({ kind, ulid }: Change): Promise<boolean> {
  const isOnScreen = ulid === undefined || watchedVouchers().includes(ulid);
  if (!isOnScreen) return true;
  const refreshes: readonly Refresh[] =
    ulid === undefined ? (REFRESHES[kind] ?? []) : [(worker) => worker.pollVoucher(ulid)];
  const results = await Promise.all(
    refreshes.map((one): Promise<Result<undefined>> => callWorker(one)),
  );
  return results.every(({ ok }) => ok);
}

/** Refreshes one thing at a time, and once more if it changed again meanwhile. */
export function createRefresher(
  run: (change: Change) => Promise<boolean>,
  random: () => number = Math.random,
) {
  const running = new Map<string, { isAsked: boolean }>();
  const failed = new Map<string, Change>();

  const ask = async (change: Change): Promise<void> => {
    const key = `${change.kind} ${change.ulid ?? ''}`;
    const known = running.get(key);
    if (known) {
      known.isAsked = true;
      return;
    }
    const state = { isAsked: true };
    running.set(key, state);
    while (state.isAsked) {
      if (change.ulid !== undefined) await sleep(random() * SPREAD_MS, NEVER);
      state.isAsked = false;
      if (await run(change)) failed.delete(key);
      else failed.set(key, change);
      await sleep(GAP_MS, NEVER);
    }
    running.delete(key);
  };

  return {
    ask,
    /** For a connection that works again. */
    retry: (): void => {
      for (const change of failed.values()) void ask(change);
    },
  };
}

/** Shows what others change at once, while the page can be seen and there is a network. */
function start(): void {
  const refresher = createRefresher(refresh);
  const stream = new LiveStream({
    fetch: (url, init) => fetch(url, init),
    readToken,
    locks: navigator.locks,
    sleep,
    random: Math.random,
    onOpen: refresher.retry,
    onChange: (change) => void refresher.ask(change),
  });
  const update = (): void => {
    if (document.hidden || !navigator.onLine) stream.close();
    else stream.open(watchedVouchers());
  };
  document.addEventListener('visibilitychange', update);
  addEventListener('online', update);
  addEventListener('offline', update);
  addEventListener(EVENTS.authStateChanged, () => {
    stream.close();
    update();
  });
  let settling: ReturnType<typeof setTimeout> | undefined;
  onWatchesChange(() => {
    clearTimeout(settling);
    settling = setTimeout(update, SETTLE_MS);
  });
  update();
}

let isStarted = false;

/** Does nothing a second time. */
export function followChanges(): void {
  if (isStarted) return;
  isStarted = true;
  start();
}
