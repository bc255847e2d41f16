import { DEVICE_ERRORS } from '../../../contract/errors/device-errors.ts';
import { fail, type Result } from '../../../contract/result.ts';
import { tryTwice } from '../lazy/promises.ts';

export interface RunningWorker<Api> {
  readonly api: Api;
  onCrash(listener: () => void): void;
  stop(): void;
}

export interface CallOptions {
  readonly timeoutMs?: number;
  /** The call rejects with the signal's reason, but the worker still finishes it. */
  readonly signal?: AbortSignal;
}

export interface BridgeOptions<Api> {
  readonly start: () => Promise<RunningWorker<Api>>;
  readonly ping: (api: Api) => Promise<Result<undefined>>;
  readonly onStart?: (api: Api) => void;
  readonly onCrash?: () => void;
  readonly onFault?: (error: unknown) => void;
  readonly timeoutMs: number;
  readonly pingTimeoutMs: number;
}

export interface WorkerBridge<Api> {
  call<T>(use: (api: Api) => Promise<Result<T>>, options?: CallOptions): Promise<Result<T>>;
  start(): void;
  pendingCount(): number;
  /** Pending calls fail with `worker_failed`; the next call starts another worker. */
  stop(): void;
}

const failure = (code: 'worker_failed' | 'timeout'): Result<never> =>
  fail({ code, message: DEVICE_ERRORS[code].message });

function within<T>(
  answer: Promise<Result<T>>,
  ends: Set<() => void>,
  timeoutMs: number,
  signal?: AbortSignal,
  isToGoOn = (): Promise<boolean> => Promise.resolve(false),
): Promise<Result<T>> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    const settle = (how: () => void): void => {
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      ends.delete(onEnd);
      how();
    };
    const onAbort = (): void => settle(() => reject(signal?.reason as Error));
    const onEnd = (): void => settle(() => resolve(failure('worker_failed')));
    const onDeadline = async (): Promise<void> => {
      ends.delete(onEnd);
      const goesOn = await isToGoOn();
      if (isSettled) return;
      if (!goesOn) return settle(() => resolve(failure('timeout')));
      ends.add(onEnd);
      timer = setTimeout(() => void onDeadline(), timeoutMs);
    };
    let timer = setTimeout(() => void onDeadline(), timeoutMs);
    signal?.addEventListener('abort', onAbort);
    ends.add(onEnd);
    answer.then((result) => settle(() => resolve(result)), onEnd);
  });
}

const nothing = (): void => undefined;

export function createWorkerBridge<Api>(options: BridgeOptions<Api>): WorkerBridge<Api> {
  let running: Promise<RunningWorker<Api>> | undefined;
  let isUp = false;
  const ends = new Set<() => void>();

  const stop = (): void => {
    void running?.then((started) => started.stop(), nothing);
    running = undefined;
    isUp = false;
    for (const end of ends) end();
  };

  const lose = (lost: typeof running): void => {
    if (running !== lost) return;
    stop();
    options.onCrash?.();
  };

  const worker = (): Promise<RunningWorker<Api>> => {
    if (running) return running;
    const starting = tryTwice(options.start);
    running = starting;
    starting.then(
      (started) => {
        if (running === starting) isUp = true;
        started.onCrash(() => lose(starting));
        options.onStart?.(started.api);
      },
      () => {
        if (running === starting) stop();
      },
    );
    return starting;
  };

  const ask = async <T>(send: (api: Api) => Promise<Result<T>>): Promise<Result<T>> => {
    const { api } = await worker();
    const answer = send(api);
    answer.catch((error: unknown) => options.onFault?.(error));
    return answer;
  };

  const isAlive = async (): Promise<boolean> => {
    const asked = running;
    if (!isUp) return false;
    const pong = await within(ask(options.ping), ends, options.pingTimeoutMs);
    if (!pong.ok) lose(asked);
    // Another call may have replaced the worker meanwhile.
    return running === asked;
  };

  let pending = 0;
  return {
    async call(use, { timeoutMs, signal } = {}) {
      signal?.throwIfAborted();
      pending += 1;
      const waitMs = timeoutMs ?? options.timeoutMs;
      const isToGoOn = async () => (await isAlive()) && timeoutMs === undefined;
      return within(ask(use), ends, waitMs, signal, isToGoOn).finally(() => (pending -= 1));
    },
    start: () => void worker(),
    pendingCount: () => pending,
    stop,
  };
}
