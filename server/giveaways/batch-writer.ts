export interface Batches {
  /** Resolves once everything added before is written by the next regular write. */
  written(): Promise<void>;
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface BatchWriter<Key, Value> extends Batches {
  /** @returns false when too many keys are waiting, and then the value is dropped */
  add(key: Key, value: Value): boolean;
}

interface Parts<Key, Value> {
  /** It writes a whole batch, which is never empty, or nothing. */
  readonly write: (batch: ReadonlyMap<Key, Value>) => Promise<void>;
  readonly merge: (known: Value, added: Value) => Value;
  readonly maxWaiting?: number;
  /** It receives failed writes that no caller waits for. */
  readonly onFailure: (error: unknown) => void;
}

const TICK_MS = 1_000;

/** A batch that could not be written is merged into the next one, up to `maxWaiting` keys. */
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
  // Only one write runs at a time, and a failed one was reported to its own callers.
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
