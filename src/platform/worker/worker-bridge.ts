import { DEVICE_ERRORS } from '../../../contract/errors/device-errors.ts';
import { fail, type Result } from '../../../contract/result.ts';

/** A running worker as the bridge sees it. */
export interface RunningWorker<Api> {
  readonly api: Api;
  /** Calls back, once at most, when the worker can answer no more. */
  onCrash(listener: () => void): void;
  stop(): void;
}

export interface CallOptions {
  /** Gives up after this time with the failure `timeout`. */
  readonly timeoutMs?: number;
  /** The caller no longer wants the answer: the call rejects with the signal's reason. The worker finishes it all the same. */
  readonly signal?: AbortSignal;
}

export interface BridgeOptions<Api> {
  /** Starts a worker and resolves when it takes calls; rejects when it does not come up. */
  readonly start: () => Promise<RunningWorker<Api>>;
  /** Called with each worker that came up, the first and those that replace it. */
  readonly onStart?: (api: Api) => void;
  /** Called when a worker has died or was given up; the next call starts another. */
  readonly onCrash?: () => void;
  /** Takes what a worker threw: expected failures are results. */
  readonly onFault?: (error: unknown) => void;
  readonly timeoutMs: number;
}

export interface WorkerBridge<Api> {
  /**
   * Calls the worker, starting it first where needed. One that has answered nothing at all while this call waited in
   * vain hangs, and is given up.
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
 */
function within<T>(
  answer: Promise<Result<T>>,
  ends: Set<() => void>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Result<T>> {
  return new Promise((resolve, reject) => {
    const settle = (how: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      ends.delete(onEnd);
      how();
    };
    const onAbort = (): void => settle(() => reject(signal?.reason as Error));
    const onEnd = (): void => settle(() => resolve(failure('worker_failed')));
    const timer = setTimeout(() => settle(() => resolve(failure('timeout'))), timeoutMs);
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
  /** When the worker came up or answered last; no worker is up at Infinity. */
  let heardAt = Infinity;
  /** Ends the wait of every call that has no answer yet. */
  const ends = new Set<() => void>();

  const forget = (): void => {
    running = undefined;
    heardAt = Infinity;
    for (const end of ends) end();
  };
  const stop = (): void => {
    void running?.then((started) => started.stop(), nothing);
    forget();
  };

  const worker = (): Promise<RunningWorker<Api>> => {
    if (running) return running;
    // A start that failed is tried once more.
    const starting = options.start().catch(() => options.start());
    running = starting;
    starting.then(
      (started) => {
        if (running === starting) heardAt = performance.now();
        started.onCrash(() => {
          if (running !== starting) return;
          forget();
          options.onCrash?.();
        });
        options.onStart?.(started.api);
      },
      () => {
        if (running === starting) forget();
      },
    );
    return starting;
  };

  const ask = async <T>(send: (api: Api) => Promise<Result<T>>): Promise<Result<T>> => {
    const { api } = await worker();
    const answer = send(api).finally(() => (heardAt = performance.now()));
    answer.catch((error: unknown) => options.onFault?.(error));
    return answer;
  };

  let pending = 0;
  return {
    async call(use, { timeoutMs = options.timeoutMs, signal } = {}) {
      signal?.throwIfAborted();
      pending += 1;
      const askedAt = performance.now();
      try {
        const result = await within(ask(use), ends, timeoutMs, signal);
        // Only a call that waited to its deadline finds that nothing was said.
        if (heardAt < askedAt) {
          stop();
          options.onCrash?.();
        }
        return result;
      } finally {
        pending -= 1;
      }
    },
    start: () => void worker(),
    pendingCount: () => pending,
    stop,
  };
}
