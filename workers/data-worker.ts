import { expose } from 'comlink';

import { getDatabase } from '../local/database.ts';
import { deviceKeys } from '../local/keys.ts';
import { sleep } from '../local/sleep.ts';
import { createDataWorkerApi } from './api.ts';
import type { PageNews } from './deps.ts';
import { uploadForm } from './upload.ts';

const db = getDatabase();
const notify = (news: PageNews): void => postMessage(news);

db.on('blocked', () => {
  notify({ news: 'storage', state: 'blocked' });
  db.on('ready', () => notify({ news: 'storage', state: 'ok' }));
});

expose(
  createDataWorkerApi({
    db,
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
      notify({ news: 'fault', error: known });
    },
    notify,
    now: Date.now,
    sleep,
  }),
);
