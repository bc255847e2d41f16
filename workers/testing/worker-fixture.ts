import { fakeServer, type Handler } from '../../local/testing/fake-server.ts';
import { freshDatabase, memoryKeys } from '../../local/testing/fresh-device.ts';
import { memoryCaches } from '../../local/testing/memory-caches.ts';
import { memoryLocks } from '../../local/testing/memory-locks.ts';
import { sampleUser } from '../../local/testing/samples.ts';
import { SINGLE } from '../../local/rows.ts';
import { startSession } from '../../local/session.ts';
import { createDataWorkerApi } from '../api.ts';
import { createContext } from '../context.ts';
import type { PageNews } from '../page-news.ts';

export const NOW = 1_800_000_000_000;

/** A data worker whose surroundings a test decides: server, clock, network. */
export function workerFixture(handler: Handler) {
  const server = fakeServer(handler);
  const listeners: (() => void)[] = [];
  const faults: unknown[] = [];
  const news: PageNews[] = [];
  let nowMs = NOW;
  let isOnline = true;
  const deps = {
    db: freshDatabase(),
    keys: memoryKeys(),
    caches: memoryCaches(),
    locks: memoryLocks(),
    fetch: server.fetch,
    upload: ({ url, headers, form }: { url: string; headers: HeadersInit; form: FormData }) =>
      server.fetch(url, { method: 'POST', headers, body: form }),
    connectivity: {
      isOnline: () => isOnline,
      onChange: (listener: () => void) => void listeners.push(listener),
    },
    report: (error: unknown) => void faults.push(error),
    tell: (message: PageNews) => void news.push(message),
    now: () => nowMs,
    sleep: () => Promise.resolve(),
  };
  return {
    ...deps,
    server,
    /** What was reported. */
    faults,
    /** What the page was told. */
    news,
    api: createDataWorkerApi(deps),
    context: createContext(deps),
    pass: (ms: number) => {
      nowMs += ms;
    },
    setOnline: (next: boolean) => {
      isOnline = next;
      for (const listener of listeners) listener();
    },
    /** Signs a user in without asking the server. */
    signIn: async (token = 'token') => {
      await deps.keys.writeToken(token);
      await startSession(deps.db);
      await deps.db.user.put({
        key: SINGLE,
        user: sampleUser(),
        subscription: null,
        fetchedAt: nowMs,
      });
    },
  };
}
