import { expose, wrap, type Remote } from 'comlink';
import { afterEach, expect, it, vi } from 'vitest';

import { ok, type Result } from '../../../contract/result.ts';
import { createWorkerBridge, type RunningWorker } from './worker-bridge.ts';

/** What the fake worker offers, over a real message channel. */
interface Api {
  checkAlive(): Promise<Result<undefined>>;
  double(value: number): Promise<Result<number>>;
  hang(): Promise<Result<number>>;
  throwUp(): Promise<Result<number>>;
}

const API: Omit<Api, 'checkAlive'> = {
  double: async (value) => ok(value * 2),
  hang: () => new Promise(() => undefined),
  throwUp: async () => {
    throw new Error('bug');
  },
};

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/**
 * Starts fake workers; `crash` kills the newest one, `letStart` brings up those that are slow, after `silence` none says
 * that it lives.
 */
function setUp({ failingStarts = 0, isSlow = false, timeoutMs = 5_000 } = {}) {
  let isSilent = false;
  let crash = (): void => undefined;
  let letStart = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    letStart = resolve;
  });
  let failures = failingStarts;
  const start = vi.fn(async (): Promise<RunningWorker<Remote<Api>>> => {
    if (isSlow) await started;
    if (failures > 0) {
      failures -= 1;
      throw new Error('not today');
    }
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    expose({ ...API, checkAlive: () => (isSilent ? API.hang() : ok(undefined)) }, port1);
    return {
      api: wrap<Api>(port2),
      onCrash: (listener) => {
        crash = listener;
      },
      stop: () => port1.close(),
    };
  });
  const [onStart, onCrash, onFault] = [vi.fn(), vi.fn(), vi.fn()];
  const ping = (api: Remote<Api>): Promise<Result<undefined>> => api.checkAlive();
  const deadlines = { timeoutMs, pingTimeoutMs: 100 };
  const bridge = createWorkerBridge({ start, ping, onStart, onCrash, onFault, ...deadlines });
  const silence = (): void => {
    isSilent = true;
  };
  return { start, silence, crash: () => crash(), letStart, onStart, onCrash, onFault, bridge };
}

const code = (result: Result<unknown>) => (result.ok ? 'ok' : result.error.code);

it('starts nothing before the first call, and one worker for all', async () => {
  const { start, bridge } = setUp();
  expect(start).not.toHaveBeenCalled();
  const results = await Promise.all([1, 2].map((n) => bridge.call((api) => api.double(n))));
  expect(results).toEqual([ok(2), ok(4)]);
  expect(start).toHaveBeenCalledTimes(1);
  expect(bridge.pendingCount()).toBe(0);
});

it('starts the worker ahead of the first call, which finds it', async () => {
  const { start, onStart, bridge } = setUp();
  bridge.start();
  bridge.start();
  expect(start).toHaveBeenCalledTimes(1);
  expect(bridge.pendingCount()).toBe(0);
  expect(await bridge.call((api) => api.double(1))).toEqual(ok(2));
  expect(start).toHaveBeenCalledTimes(1);
  expect(onStart).toHaveBeenCalledTimes(1);
});

it.each(['with a call', 'ahead'])('tries a failed start once more: %s', async (when) => {
  const { start, bridge } = setUp({ failingStarts: 1 });
  if (when === 'ahead') bridge.start();
  expect(await bridge.call((api) => api.double(3))).toEqual(ok(6));
  expect(start).toHaveBeenCalledTimes(2);
});

it('says worker_failed when it does not come up, and tries again for the next call', async () => {
  const { start, bridge } = setUp({ failingStarts: 2 });
  expect(await bridge.call((api) => api.double(3))).toMatchObject({
    error: { code: 'worker_failed', message: 'An error occurred. Please try again.' },
  });
  expect(start).toHaveBeenCalledTimes(2);
  expect(await bridge.call((api) => api.double(3))).toEqual(ok(6));
});

it('fails what a dying worker has not answered, and starts another for the next call', async () => {
  const { start, crash, bridge } = setUp();
  await bridge.call((api) => api.double(1));
  const hanging = [bridge.call((api) => api.hang()), bridge.call((api) => api.hang())];
  await vi.waitFor(() => expect(bridge.pendingCount()).toBe(2));
  // Both calls are handed to the worker in the microtasks before this one.
  await Promise.resolve();
  crash();
  expect((await Promise.all(hanging)).map(code)).toEqual(['worker_failed', 'worker_failed']);
  expect(await bridge.call((api) => api.double(4))).toEqual(ok(8));
  expect(start).toHaveBeenCalledTimes(2);
});

it('gives up a call that takes too long, without giving up a worker that answers others', async () => {
  const { start, bridge } = setUp();
  const hanging = bridge.call((api) => api.hang(), { timeoutMs: 50 });
  expect(await bridge.call((api) => api.double(4))).toEqual(ok(8));
  expect(code(await hanging)).toBe('timeout');
  expect(await bridge.call((api) => api.double(5))).toEqual(ok(10));
  expect(start).toHaveBeenCalledTimes(1);
});

it('keeps a worker that lives, however long its calls take', async () => {
  const { start, onCrash, bridge } = setUp();
  await bridge.call((api) => api.double(1));
  const payment = bridge.call((api) => api.hang(), { timeoutMs: 60 });
  expect(code(await bridge.call((api) => api.hang(), { timeoutMs: 20 }))).toBe('timeout');
  expect(code(await payment)).toBe('timeout');
  expect(await bridge.call((api) => api.double(4))).toEqual(ok(8));
  expect(start).toHaveBeenCalledTimes(1);
  expect(onCrash).not.toHaveBeenCalled();
});

it('lets a call without a time of its own go on for as long as the worker lives', async () => {
  const { bridge } = setUp({ timeoutMs: 10 });
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await bridge.call((api) => api.double(1), { timeoutMs: 5_000 });
  const long = bridge.call(async (api) => {
    await finished;
    return api.double(2);
  });
  expect(code(await bridge.call((api) => api.hang(), { timeoutMs: 60 }))).toBe('timeout');
  finish();
  expect(await long).toEqual(ok(4));
});

it('gives up a worker that does not say that it lives once a call has waited for it', async () => {
  const { start, onCrash, silence, bridge } = setUp();
  await bridge.call((api) => api.double(1));
  silence();
  const others = [bridge.call((api) => api.hang()), bridge.call((api) => api.hang())];
  expect(code(await bridge.call((api) => api.hang(), { timeoutMs: 20 }))).toBe('timeout');
  expect((await Promise.all(others)).map(code)).toEqual(['worker_failed', 'worker_failed']);
  expect(onCrash).toHaveBeenCalledTimes(1);
  expect(await bridge.call((api) => api.double(4))).toEqual(ok(8));
  expect(start).toHaveBeenCalledTimes(2);
});

it('gives up a worker that falls silent during a long call', async () => {
  const { start, onCrash, silence, bridge } = setUp({ timeoutMs: 20 });
  await bridge.call((api) => api.double(1), { timeoutMs: 5_000 });
  const long = bridge.call((api) => api.hang());
  expect(code(await bridge.call((api) => api.hang(), { timeoutMs: 60 }))).toBe('timeout');
  expect(onCrash).not.toHaveBeenCalled();
  silence();
  expect(code(await long)).toBe('timeout');
  expect(onCrash).toHaveBeenCalledTimes(1);
  expect(await bridge.call((api) => api.double(4))).toEqual(ok(8));
  expect(start).toHaveBeenCalledTimes(2);
});

it('lets a worker come up that takes longer than a call waits', async () => {
  const { start, onCrash, bridge, letStart } = setUp({ isSlow: true });
  expect(code(await bridge.call((api) => api.double(1), { timeoutMs: 20 }))).toBe('timeout');
  letStart();
  expect(await bridge.call((api) => api.double(4))).toEqual(ok(8));
  expect(start).toHaveBeenCalledTimes(1);
  expect(onCrash).not.toHaveBeenCalled();
});

it('rejects with the reason of the caller who no longer wants the answer', async () => {
  const { bridge } = setUp();
  const controller = new AbortController();
  const call = bridge.call((api) => api.hang(), { signal: controller.signal });
  controller.abort(new Error('left the page'));
  await expect(call).rejects.toThrow('left the page');
  await expect(bridge.call((api) => api.double(1), { signal: controller.signal })).rejects.toThrow(
    'left the page',
  );
  expect(bridge.pendingCount()).toBe(0);
});

it('turns an exception in the worker into worker_failed, and passes it on', async () => {
  const { bridge, onFault } = setUp();
  expect(code(await bridge.call((api) => api.throwUp()))).toBe('worker_failed');
  expect(onFault).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'bug' }));
});

it('says of each worker that it came up, and of each that it died', async () => {
  const { bridge, crash, onStart, onCrash } = setUp({ failingStarts: 1 });
  await bridge.call((api) => api.double(1));
  expect(onStart).toHaveBeenCalledTimes(1);
  crash();
  expect(onCrash).toHaveBeenCalledTimes(1);
  await bridge.call((api) => api.double(1));
  expect(onStart).toHaveBeenCalledTimes(2);
});

it('fails what is under way when stopped', async () => {
  const { bridge } = setUp();
  await bridge.call((api) => api.double(1));
  const call = bridge.call((api) => api.hang());
  await Promise.resolve();
  await Promise.resolve();
  bridge.stop();
  expect(code(await call)).toBe('worker_failed');
});
