/** Retries once, because one broken request does not mean that the next one fails. */
export const tryTwice = <T>(load: () => Promise<T>): Promise<T> => load().catch(load);

function note(promise: object, outcome: object): void {
  Object.assign(promise, outcome);
}

/** Without these fields `use` suspends on a settled promise, and React drops the tap. */
export function readable<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => note(promise, { status: 'fulfilled', value }),
    (reason: unknown) => note(promise, { status: 'rejected', reason }),
  );
  return promise;
}

/** Loads once; after a failed download `start` loads again, while `last` gives the same promise. */
export function createLoader<T>(load: () => Promise<T>) {
  let loading: Promise<T> | undefined;
  let hasFailed = false;
  const start = (): Promise<T> => {
    if (loading && !hasFailed) return loading;
    hasFailed = false;
    loading = readable(tryTwice(load));
    loading.catch(() => {
      hasFailed = true;
    });
    return loading;
  };
  return { start, last: () => loading ?? start() };
}
