import fc from 'fast-check';

import { GoodiesDatabase } from '../../local/database.ts';
import { memoryCaches, memoryLocks } from '../../local/testing/fake-environment.ts';
import { memoryKeys } from '../../local/testing/fresh-device.ts';
import { createDataWorkerApi } from '../api.ts';
import { NOW } from './worker-fixture.ts';

const never = (): Promise<never> => new Promise(() => undefined);

/** Turns of the event loop in which a thread comes from one choice to its next, through the database. */
const TURNS = 6;

/** Chooses only when every thread has come to its next choice, so that each of them may be the late one. */
export const patientScheduler = (): fc.Arbitrary<fc.Scheduler> =>
  fc.scheduler({
    act: async (go) => {
      await go();
      for (let turn = 0; turn < TURNS; turn += 1)
        await new Promise((resolve) => {
          setTimeout(resolve);
        });
    },
  });

/**
 * A device with tabs, in which a scheduler decides what goes on first: each request on its way, each answer, each
 * lock, and each message between page and worker waits until it is picked.
 * @param answer the server; it may kill who asks
 */
export function interleavedDevice(
  scheduler: fc.Scheduler,
  answer: (path: string, init: RequestInit, kill: () => void) => Promise<Response>,
) {
  const name = `interleaved-${crypto.randomUUID()}`;
  const keys = memoryKeys();
  const caches = memoryCaches();
  const locks = memoryLocks();
  const databases: GoodiesDatabase[] = [];
  const faults: unknown[] = [];
  const pick = (label: string): Promise<unknown> => scheduler.schedule(Promise.resolve(), label);

  function openDatabase(): GoodiesDatabase {
    const db = new GoodiesDatabase(name);
    databases.push(db);
    return db;
  }

  /** A thread that can be killed: it then does nothing more, and its locks are free. */
  function startThread() {
    let isOver = false;
    let end = (): void => undefined;
    const kill = (): void => {
      isOver = true;
      end();
    };
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    return {
      locks: {
        request: async (lock: string, ...rest: unknown[]): Promise<unknown> => {
          await pick(`lock ${lock}`);
          if (isOver) return never();
          const work = rest.at(-1) as (held: unknown) => Promise<unknown>;
          const options = rest.length > 1 ? (rest[0] as LockOptions) : {};
          return locks.request(lock, options, (held) => Promise.race([work(held), ended]));
        },
      } as Pick<LockManager, 'request'>,
      fetch: async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
        const path = input instanceof Request ? input.url : String(input);
        await pick(`request ${path}`);
        // What is on its way arrives, also when its sender is gone.
        const response = await answer(path, init, kill).catch((error: unknown) => error as Error);
        await pick(`answer ${path}`);
        if (isOver) return never();
        if (response instanceof Error) throw response;
        return response;
      },
      kill,
      ended,
      isOver: () => isOver,
    };
  }

  function startWorker() {
    const thread = startThread();
    const db = openDatabase();
    const api = createDataWorkerApi({
      keys,
      caches,
      locks: thread.locks,
      fetch: thread.fetch,
      db,
      upload: never,
      connectivity: { isOnline: () => true, onChange: () => undefined },
      report: (error) => void faults.push(error),
      notify: () => undefined,
      now: () => NOW,
      sleep: () => Promise.resolve(),
    });
    // A message to a worker that is gone has no answer, nor has what its last one was about.
    const pageApi = new Proxy(api, {
      get:
        (target, method: keyof typeof api) =>
        async (...input: unknown[]) => {
          await pick(`message ${method}`);
          const called = (target[method] as (...given: unknown[]) => Promise<unknown>)(...input);
          const answer = await Promise.race([called, thread.ended.then(never)]);
          await pick(`message about ${method}`);
          return thread.isOver() ? never() : answer;
        },
    });
    const kill = (): void => {
      thread.kill();
      db.close();
    };
    return { api: pageApi, kill };
  }

  return {
    name,
    keys,
    caches,
    faults,
    pick,
    openDatabase,
    startThread,
    startWorker,
    close: (): void => {
      for (const db of databases) db.close();
    },
  };
}

export type InterleavedDevice = ReturnType<typeof interleavedDevice>;
