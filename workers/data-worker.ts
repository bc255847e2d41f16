import { expose } from 'comlink';
import { getDatabase } from '../local/database.ts';
import { deviceKeys } from '../local/keys.ts';
import { createDataWorkerApi } from './api.ts';
import type { FaultMessage } from './fault-message.ts';
import { sleep } from './sleep.ts';
import { uploadForm } from './upload-form.ts';

expose(
  createDataWorkerApi({
    db: getDatabase(),
    keys: deviceKeys,
    fetch: (input, init) => fetch(input, init),
    upload: uploadForm,
    locks: navigator.locks,
    caches,
    connectivity: {
      isOnline: () => navigator.onLine,
      onChange: (listener) => {
        addEventListener('online', listener);
        addEventListener('offline', listener);
      },
    },
    report: (error) => {
      const known = error instanceof Error ? error : new Error(String(error));
      postMessage({ type: 'fault', error: known } satisfies FaultMessage);
    },
    now: Date.now,
    sleep,
  }),
);
