import { liveQuery, type Subscription } from 'dexie';

import { getDatabase, type GoodiesDatabase } from '../../../local/database.ts';
import { checkStorage } from '../worker/data-worker.ts';

/** Values that a read depends on; primitives, so that they can be compared. */
export type LiveArgs = readonly (string | number | boolean | null | undefined)[];

export type LiveRead<T, Args extends LiveArgs> = (db: GoodiesDatabase, ...args: Args) => Promise<T>;

export type ArgsOf<Args extends LiveArgs> = Args extends readonly [] ? LiveArgs : Readonly<Args>;

interface Reader<T> {
  readonly next: (data: T) => void;
  readonly error?: (error: unknown) => void;
}

/** Reports a storage error and repairs it if possible; never rejects. */
async function recover(error: unknown): Promise<void> {
  try {
    const { recoverFrom } = await import('../storage/recover-storage.ts');
    await recoverFrom(error, checkStorage);
  } catch {
    // The caller reads once more and reports an error then.
  }
}

class SharedQuery<T> {
  readonly #read: () => Promise<T>;
  readonly #onEnd: () => void;
  readonly #readers = new Set<Reader<T>>();
  #following: Subscription | undefined;
  #latest: { readonly data: T } | undefined;
  #isRepeated = false;

  constructor(read: () => Promise<T>, onEnd: () => void) {
    this.#read = read;
    this.#onEnd = onEnd;
  }

  add(reader: Reader<T>): () => void {
    this.#readers.add(reader);
    if (this.#latest) reader.next(this.#latest.data);
    this.#following ??= this.#follow();
    return () => {
      this.#readers.delete(reader);
      if (this.#readers.size > 0) return;
      this.#following?.unsubscribe();
      this.#onEnd();
    };
  }

  #follow(): Subscription {
    // The error is caught here, because the library hides errors of a closed database.
    return liveQuery(async () => {
      try {
        return { data: await this.#read() };
      } catch (error) {
        return { error };
      }
    }).subscribe((answer) => {
      if ('error' in answer) return this.#fail(answer.error);
      this.#isRepeated = false;
      this.#latest = answer;
      for (const reader of this.#readers) reader.next(answer.data);
    });
  }

  #fail(error: unknown): void {
    if (!this.#isRepeated) {
      void this.#repeatAfter(error);
      return;
    }
    this.#onEnd();
    for (const reader of this.#readers) reader.error?.(error);
  }

  async #repeatAfter(error: unknown): Promise<void> {
    await recover(error);
    this.#isRepeated = true;
    this.#following?.unsubscribe();
    if (this.#readers.size > 0) this.#following = this.#follow();
  }
}

const running = new WeakMap<object, Map<string, SharedQuery<unknown>>>();

/** Subscribes to a read; equal `args` share one query. @returns the unsubscribe function */
export function followRead<T, Args extends LiveArgs>(
  read: LiveRead<T, Args>,
  args: ArgsOf<Args>,
  reader: Reader<T>,
): () => void {
  const queries = running.get(read) ?? new Map<string, SharedQuery<unknown>>();
  running.set(read, queries);
  const key = JSON.stringify(args);
  let query = queries.get(key) as SharedQuery<T> | undefined;
  if (!query) {
    const started = new SharedQuery<T>(
      () => read(getDatabase(), ...(args as Args)),
      () => {
        if (queries.get(key) === started) queries.delete(key);
      },
    );
    queries.set(key, started as SharedQuery<unknown>);
    query = started;
  }
  return query.add(reader);
}
