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
