/** What gathers in memory and is written in batches, one at a time, once a second. */
export interface Batches {
  /** Resolves once everything added before is written; waits for the next write of the second, it does not hurry it. */
  written(): Promise<void>;
  /** Writes what is waiting now; on shutdown and in tests. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface BatchWriter<Key, Value> extends Batches {
  /** @returns false when too many keys are waiting already, so that this one is not taken. */
  add(key: Key, value: Value): boolean;
}

interface Parts<Key, Value> {
  /** Writes a batch, which is never empty, as a whole or not at all. */
  readonly write: (batch: ReadonlyMap<Key, Value>) => Promise<void>;
  /** What two values of one key come to. */
  readonly merge: (known: Value, added: Value) => Value;
  readonly maxWaiting?: number;
  /** Hears of a failed write that no caller may wait for. */
  readonly onFailure: (error: unknown) => void;
}

const TICK_MS = 1_000;

/** The batches of one node. What could not be written is kept for the next one, as far as there is room. */
export function createBatchWriter<Key, Value>({
  write,
  merge,
  maxWaiting = Number.POSITIVE_INFINITY,
  onFailure,
}: Parts<Key, Value>): BatchWriter<Key, Value> {
  let waiting = new Map<Key, Value>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let wroteThisTick = false;
  const waitForTick: (() => void)[] = [];

  const put = (key: Key, value: Value): void => {
    const known = waiting.get(key);
    if (known !== undefined) waiting.set(key, merge(known, value));
    else if (waiting.size < maxWaiting) waiting.set(key, value);
  };
  const writeAll = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const batch = waiting;
    waiting = new Map();
    try {
      await write(batch);
    } catch (error) {
      for (const [key, value] of batch) put(key, value);
      throw error;
    }
  };
  // One write at a time; a failed one has told its own callers.
  const flush = (): Promise<void> => (writing = writing.catch(() => undefined).then(writeAll));
  const tick = (): void => {
    wroteThisTick = waiting.size > 0;
    if (wroteThisTick) flush().catch(onFailure);
    for (const goOn of waitForTick.splice(0)) goOn();
  };

  return {
    add(key, value) {
      if (waiting.size >= maxWaiting) return false;
      put(key, value);
      return true;
    },
    async written() {
      if (timer !== undefined && wroteThisTick) {
        await new Promise<void>((goOn) => waitForTick.push(goOn));
        return writing;
      }
      wroteThisTick = true;
      return flush();
    },
    flush,
    start() {
      timer ??= setInterval(tick, TICK_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      tick();
      await flush();
    },
  };
}
