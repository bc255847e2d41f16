/** An error and what it was caused by, outermost first; nothing of what is no error. */
export function* causesOf(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}
