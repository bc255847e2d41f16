function note(promise: object, outcome: object): void {
  Object.assign(promise, outcome);
}

/**
 * Notes on a promise what it came to, where React's `use` looks for it.
 *
 * Without that `use` suspends for a moment even when the promise was settled long ago: a part of the page
 * that is hydrated because a user taps on it would not be ready in time, and React drops such a tap.
 * @returns the same promise
 */
export function readable<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => note(promise, { status: 'fulfilled', value }),
    (reason: unknown) => note(promise, { status: 'rejected', reason }),
  );
  return promise;
}
