import 'fake-indexeddb/auto';
import type { Remote } from 'comlink';
import { del, set } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';

import { fail, ok, type Result } from '../../../contract/result.ts';
import { KEYS, LOCAL } from '../../../contract/storage-keys.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import type { VoucherWatch } from '../../../workers/views-poller.ts';
import { hasSessionExpired, readSession, refreshSession } from '../session/session.ts';
import { callWorker, stopDataWorker, watchVoucher } from './data-worker.ts';
import type { RunningWorker } from './worker-bridge.ts';

const api = vi.hoisted(() => ({
  cancelVoucher: vi.fn<() => Promise<Result<undefined>>>(),
  confirmAnswer: vi.fn<(attempt: string) => Promise<Result<undefined>>>(),
  setVisible: vi.fn<(isVisible: boolean) => Promise<void>>(),
  setWatches: vi.fn<(watches: readonly VoucherWatch[]) => Promise<void>>(),
}));
const running = vi.hoisted(() => ({
  startDataWorker: async (): Promise<RunningWorker<unknown>> => ({
    api,
    onCrash: () => undefined,
    stop: () => undefined,
  }),
}));
vi.mock('./start-data-worker.ts', () => running);
// Its doubt would ask the server.
vi.mock('../connectivity.ts', () => ({ doubtConnection: vi.fn<() => void>() }));

const cancel = (worker: Remote<DataWorkerApi>) => worker.cancelVoucher('v1');

afterEach(() => {
  stopDataWorker();
  vi.resetAllMocks();
});

it('confirms the answer to a command that moved money before it is told', async () => {
  api.cancelVoucher.mockResolvedValue({ ok: true, value: undefined, attempt: 'a1' });
  api.confirmAnswer.mockResolvedValue(ok(undefined));
  expect(await callWorker(cancel)).toMatchObject({ ok: true });
  expect(api.confirmAnswer).toHaveBeenCalledExactlyOnceWith('a1');
});

it('confirms no answer that comes after it was given up', async () => {
  let answer = (): void => undefined;
  api.cancelVoucher.mockReturnValue(
    new Promise((resolve) => {
      answer = () => resolve({ ok: true, value: undefined, attempt: 'a1' });
    }),
  );
  expect(await callWorker(cancel, { timeoutMs: 0 })).toMatchObject({ error: { code: 'timeout' } });
  answer();
  await Promise.resolve();
  expect(api.confirmAnswer).not.toHaveBeenCalled();
});

it('ends the session of a refused call on the page, but not that of who has signed in since', async () => {
  const message = 'Session expired. Please log in again.';
  api.cancelVoucher.mockResolvedValue(fail({ code: 'unauthenticated', message }));
  await set(KEYS.token, 'of the next user');
  await refreshSession();
  localStorage.setItem(LOCAL.fcmInitialized, '1');
  expect(await callWorker(cancel)).toMatchObject({ error: { code: 'unauthenticated' } });
  expect(localStorage.getItem(LOCAL.fcmInitialized)).toBe('1');
  expect(hasSessionExpired()).toBe(false);

  await del(KEYS.token);
  await callWorker(cancel);
  expect(await readSession()).toBe('signed-out');
  expect(localStorage.getItem(LOCAL.fcmInitialized)).toBeNull();
});

it('has a voucher watched only while the page is seen, also in a tab that opens behind another', async () => {
  await callWorker(async () => ok(undefined));
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const watch = { ulid: 'v1', intervalMs: 5_000 };
  const endWatch = watchVoucher(watch);
  await vi.waitFor(() => expect(api.setWatches).toHaveBeenCalledWith([watch]));
  expect(api.setVisible).toHaveBeenLastCalledWith(false);
  endWatch();
  hidden.mockRestore();
});
