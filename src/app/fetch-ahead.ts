import { EVENTS } from '../../contract/storage-keys.ts';
import { RECENT } from '../features/wallet/recent-query.ts';
import { isSavingData } from '../platform/data-saver.ts';
import { readSession } from '../platform/session/session.ts';
import { callWorker } from '../platform/worker/data-worker.ts';

/** Safari has no idle callback: there the page that follows a sign-in gets this long to itself, ms. */
const CALM_AFTER_MS = 2_000;

const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, CALM_AFTER_MS);
};

/** What is not fetched now is fetched when its screen is opened. */
async function fetchNow(): Promise<void> {
  if (isSavingData() || (await readSession()) !== 'signed-in') return;
  await callWorker((worker) => worker.fetchAhead([{ page: 1 }, RECENT]));
}

/** After a sign-in, once the next page is drawn: the first page of each of the user's lists, for a day without a network. */
export function fetchAheadOnSignIn(): void {
  addEventListener(EVENTS.authStateChanged, () => whenIdle(() => void fetchNow()));
}
