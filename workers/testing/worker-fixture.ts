import { ok } from '../../contract/result.ts';
import {
  fakeServer,
  type Handler,
  json,
  memoryCaches,
  memoryLocks,
} from '../../local/testing/fake-environment.ts';
import { freshDatabase, memoryKeys } from '../../local/testing/fresh-device.ts';
import { sampleUserRow } from '../../local/testing/samples.ts';
import { startSession } from '../../local/session.ts';
import { createDataWorkerApi, type DataWorkerApi } from '../api.ts';
import { createContext } from '../context.ts';
import type { PageNews } from '../deps.ts';

export const NOW = 1_800_000_000_000;

type Method = (...input: unknown[]) => Promise<unknown>;

/** Confirms answers to money commands, as the page does. */
const asPage = (api: DataWorkerApi): DataWorkerApi =>
  new Proxy(api, {
    get: (target, name: keyof DataWorkerApi) => {
      const method = target[name] as Method;
      return async (...input: unknown[]) => {
        const answer = await method(...input);
        const attempt = (answer as { readonly attempt?: string } | undefined)?.attempt;
        if (attempt === undefined) return answer;
        await api.confirmAnswer(attempt);
        return ok((answer as { readonly value: unknown }).value);
      };
    },
  });

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
    notify: (message: PageNews) => void news.push(message),
    now: () => nowMs,
    sleep: () => Promise.resolve(),
  };
  const worker = createDataWorkerApi(deps);
  return {
    ...deps,
    server,
    keysSent: (): string[] =>
      server.requests.flatMap(({ headers }) => headers.get('idempotency-key') ?? []),
    faults,
    news,
    api: asPage(worker),
    /** For a page that does not receive the answers. */
    worker,
    context: createContext(deps),
    pass: (ms: number) => {
      nowMs += ms;
    },
    setOnline: (next: boolean) => {
      isOnline = next;
      for (const listener of listeners) listener();
    },
    signIn: async (token = 'token') => {
      await deps.keys.writeToken(token);
      await startSession(deps.db);
      await deps.db.user.put({ ...sampleUserRow(), fetchedAt: nowMs });
    },
  };
}

export async function signedInFixture(handler: Handler) {
  const made = workerFixture(handler);
  await made.signIn();
  return made;
}

/** A success of the server with this `data`. */
export const says =
  (data: unknown, more: object = {}) =>
  (): Response =>
    json(200, { success: true, message: '', data, ...more });

export const showsVoucher = (voucher: object): Response =>
  json(200, { success: true, message: '', voucher });

export const refuses =
  (status: number, code: string, message = code) =>
  (): Response =>
    json(status, { success: false, code, message });

/** What waits until it is released. */
export function gate() {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

export const lost = (): Promise<never> => Promise.reject(new TypeError('failed to fetch'));
export const tooSlow = (): Promise<never> =>
  Promise.reject(new DOMException('too slow', 'TimeoutError'));

export const WITHDRAWAL = {
  amount: 1_000,
  currency: 'NGN',
  destination: { type: 'bank', code: '058', account_number: '0123456789', account_name: 'Ada Obi' },
} as const;

/** The answer to it. */
export const accepted: Handler = says({ reference: 'wd_1', status: 'processing' });
