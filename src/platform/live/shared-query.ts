import { liveQuery, type Subscription } from 'dexie';

import { getDatabase, type GoodiesDatabase } from '../../../local/database.ts';
import { checkStorage } from '../worker/data-worker.ts';

/** Values that a read depends on; plain ones, so that equal ones are the same. */
export type LiveArgs = readonly (string | number | boolean | null | undefined)[];

/** Reads from the database, and from nothing else. */
export type LiveRead<T, Args extends LiveArgs> = (db: GoodiesDatabase, ...args: Args) => Promise<T>;

/** What a read takes beside the database; one that takes nothing is made anew as these change. */
export type ArgsOf<Args extends LiveArgs> = Args extends readonly [] ? LiveArgs : Readonly<Args>;

interface Reader<T> {
  readonly next: (data: T) => void;
  /** Without it a read that fails goes unnoticed: who shows the rows tells that they cannot be read. */
  readonly error?: (error: unknown) => void;
}

/** Has what is wrong with the device's storage told and, where that can be, put right. Does not reject. */
async function recover(error: unknown): Promise<void> {
  try {
    const { recoverFrom } = await import('../storage/recover-storage.ts');
    await recoverFrom(error, checkStorage);
  } catch {
    // It is read once more in any case, and what fails then is shown.
  }
}

/** One live query for all that read the same, so that they have its rows together and the database is asked once. */
class SharedQuery<T> {
  readonly #read: () => Promise<T>;
  readonly #onEnd: () => void;
  readonly #readers = new Set<Reader<T>>();
  #following: Subscription | undefined;
  #latest: { readonly data: T } | undefined;
  /** From a recovery until it is read well: what fails then is shown. */
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
    // Caught in here: of a database that was closed the library would say nothing.
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
    // A component that comes later begins anew.
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

/**
 * Follows a read for one more reader, on the live query of those that read the same already.
 * @param read the same function with equal `args` is the same read
 * @returns a function that ends it
 */
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
