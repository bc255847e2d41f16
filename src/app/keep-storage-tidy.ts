import { MINUTE_MS } from '../../contract/durations.ts';
import { EVENTS } from '../../contract/storage-keys.ts';
import { callWorker } from '../platform/worker/data-worker.ts';

const TIDY_AFTER_MS = MINUTE_MS / 2;

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
