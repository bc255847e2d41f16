import { MINUTE_MS } from '../../contract/durations.ts';
import { EVENTS } from '../../contract/storage-keys.ts';
import { callWorker } from '../platform/worker/data-worker.ts';

/** Long after the page works, and after an answer that tells the time. */
const TIDY_AFTER_MS = MINUTE_MS / 2;

/** Has what is past its time deleted once the app has been open for a while, and what a sign-in brings kept. */
export function keepStorageTidy(): void {
  setTimeout(() => void callWorker((worker) => worker.tidyUp()), TIDY_AFTER_MS);
  addEventListener(EVENTS.authStateChanged, (event) => {
    if (!(event instanceof CustomEvent) || event.detail !== 'signed-in') return;
    import('../platform/storage/keep-storage.ts').then(
      ({ keepStorage }) => keepStorage(),
      () => undefined,
    );
  });
}
