import { DEVICE_ERRORS } from '../../../contract/errors/device-errors.ts';
import { fail, type Result } from '../../../contract/result.ts';
import { tryTwice } from '../lazy/try-twice.ts';

/** A running worker as the bridge sees it. */
export interface RunningWorker<Api> {
  readonly api: Api;
  /** Calls back, once at most, when the worker can answer no more. */
  onCrash(listener: () => void): void;
  stop(): void;
}

export interface CallOptions {
  /** Gives up after this time with the failure `timeout`; left out, the call goes on for as long as the worker lives. */
  readonly timeoutMs?: number;
  /** The caller no longer wants the answer: the call rejects with the signal's reason. The worker finishes it all the same. */
  readonly signal?: AbortSignal;
}

export interface BridgeOptions<Api> {
  /** Starts a worker and resolves when it takes calls; rejects when it does not come up. */
  readonly start: () => Promise<RunningWorker<Api>>;
  /** Asks a worker for a sign of life: it settles once the worker and what its calls stand on can answer. */
  readonly ping: (api: Api) => Promise<Result<undefined>>;
  /** Called with each worker that came up, the first and those that replace it. */
  readonly onStart?: (api: Api) => void;
  /** Called when a worker has died or was given up; the next call starts another. */
  readonly onCrash?: () => void;
  /** Takes what a worker threw: expected failures are results. */
  readonly onFault?: (error: unknown) => void;
  /** How long a call without a time of its own waits until the worker is asked whether it lives. */
  readonly timeoutMs: number;
  /** How long a worker may take to say that it lives. */
  readonly pingTimeoutMs: number;
}

export interface WorkerBridge<Api> {
  /**
   * Calls the worker, starting it first where needed. One that does not even say that it lives once this call has
   * waited for its time hangs, and is given up.
   * @returns what the worker answered; `worker_failed` when it died or did not start, `timeout` when it was too slow
   * @throws the reason of `options.signal` when that is aborted
   */
  call<T>(use: (api: Api) => Promise<Result<T>>, options?: CallOptions): Promise<Result<T>>;
  /** Starts the worker before the first call. */
  start(): void;
  /** Calls under way now. */
  pendingCount(): number;
  /** Ends the worker; what is under way fails with `worker_failed`. The next call starts another. */
  stop(): void;
}

const failure = (code: 'worker_failed' | 'timeout'): Result<never> =>
  fail({ code, message: DEVICE_ERRORS[code].message });

/**
 * Settles with the first of: the answer, the deadline, the caller's abort, the worker's end. Leaves no timer or
 * listener behind.
 * @param ends holds what is called when the worker can answer no more
 * @param isToGoOn whether to wait as long again, asked at the deadline
 */
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
      // It has had its time, also where the worker is given up for that.
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
    // What is thrown here: it did not come up, or has a fault.
    answer.then((result) => settle(() => resolve(result)), onEnd);
  });
}

const nothing = (): void => undefined;

/** Keeps one worker behind typed calls: started by the first, replaced when it dies or hangs. */
export function createWorkerBridge<Api>(options: BridgeOptions<Api>): WorkerBridge<Api> {
  let running: Promise<RunningWorker<Api>> | undefined;
  let isUp = false;
  /** Ends the wait of every call that has no answer yet. */
  const ends = new Set<() => void>();

  const stop = (): void => {
    void running?.then((started) => started.stop(), nothing);
    running = undefined;
    isUp = false;
    for (const end of ends) end();
  };

  /** Leaves a worker that can answer no more, unless another has taken its place. */
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

  /** Whether the worker lives. One that does not say so is given up; one that is still coming up is not. */
  const isAlive = async (): Promise<boolean> => {
    const asked = running;
    if (!isUp) return false;
    const pong = await within(ask(options.ping), ends, options.pingTimeoutMs);
    if (!pong.ok) lose(asked);
    // Another call may have given it up meanwhile.
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
