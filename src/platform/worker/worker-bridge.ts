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
  /** Calls under way now. */
  pendingCount(): number;
  /** Ends the worker; what is under way fails with `worker_failed`. The next call starts another. */
  stop(): void;
}

const START_ATTEMPTS = 2;

const failure = (code: 'worker_failed' | 'timeout'): Result<never> =>
  fail({ code, message: DEVICE_ERRORS[code].message });

/** Settles with the first of: the answer, the deadline, the caller's abort. Leaves no timer or listener behind. */
function within<T>(
  answer: Promise<Result<T>>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Result<T>> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => finish(() => reject(signal?.reason as Error));
    const timer = setTimeout(() => finish(() => resolve(failure('timeout'))), timeoutMs);
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    signal?.addEventListener('abort', onAbort);
    answer.then(
      (result) => finish(() => resolve(result)),
      // It did not come up.
      () => finish(() => resolve(failure('worker_failed'))),
    );
  });
}

/** @throws the last error when no attempt succeeds */
async function startWorker<Worker>(
  start: () => Promise<Worker>,
  attemptsLeft: number,
): Promise<Worker> {
  try {
    return await start();
  } catch (error) {
    if (attemptsLeft <= 1) throw error;
    return startWorker(start, attemptsLeft - 1);
  }
}

/** A worker that is started when it is first asked for, and again after it has died, with what waits for its answers. */
function keepWorker<Api>({
  start,
  onStart,
  onCrash,
}: Pick<BridgeOptions<Api>, 'start' | 'onStart' | 'onCrash'>) {
  let running: Promise<RunningWorker<Api>> | undefined;
  let isUp = false;
  /** Grows with each answer, and with each worker that comes up. */
  let signsOfLife = 0;
  /** Ends the wait of every call that the current worker has not answered. */
  let abandon = new Set<() => void>();

  const forget = (): void => {
    running = undefined;
    isUp = false;
    const waiting = abandon;
    abandon = new Set();
    for (const give of waiting) give();
  };
  const stop = (): void => {
    const stopping = running;
    forget();
    stopping?.then(
      (started) => started.stop(),
      () => undefined,
    );
  };
  return {
    worker(): Promise<RunningWorker<Api>> {
      if (running) return running;
      const starting = startWorker(start, START_ATTEMPTS);
      running = starting;
      starting.then(
        (started) => {
          isUp = running === starting;
          signsOfLife += 1;
          started.onCrash(() => {
            if (running !== starting) return;
            forget();
            onCrash?.();
          });
          onStart?.(started.api);
        },
        () => {
          if (running === starting) forget();
        },
      );
      return starting;
    },
    /** @param give is called when the worker can answer no more. @returns what says that it has answered */
    expectAnswer(give: () => void): () => void {
      abandon.add(give);
      return () => {
        signsOfLife += 1;
        abandon.delete(give);
      };
    },
    /** Watches from now on. @returns what gives the worker up if it is up and has said nothing since */
    watch(): () => void {
      const before = signsOfLife;
      return () => {
        if (!isUp || signsOfLife !== before) return;
        stop();
        onCrash?.();
      };
    },
    stop,
  };
}

/** Keeps one worker behind typed calls: started by the first, replaced when it dies or hangs. */
export function createWorkerBridge<Api>(options: BridgeOptions<Api>): WorkerBridge<Api> {
  const kept = keepWorker(options);

  const ask = async <T>(use: (api: Api) => Promise<Result<T>>): Promise<Result<T>> => {
    const { api } = await kept.worker();
    return new Promise((resolve) => {
      const give = (): void => resolve(failure('worker_failed'));
      const hear = kept.expectAnswer(give);
      use(api).then(
        (result) => {
          hear();
          resolve(result);
        },
        (error: unknown) => {
          hear();
          options.onFault?.(error);
          give();
        },
      );
    });
  };

  let pending = 0;
  return {
    async call(use, { timeoutMs = options.timeoutMs, signal } = {}) {
      signal?.throwIfAborted();
      pending += 1;
      const giveUpSilent = kept.watch();
      try {
        const result = await within(ask(use), timeoutMs, signal);
        // Only a call that waited to its deadline can find that nothing was said.
        giveUpSilent();
        return result;
      } finally {
        pending -= 1;
      }
    },
    pendingCount: () => pending,
    stop: kept.stop,
  };
}
