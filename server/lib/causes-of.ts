/** An error and what it was caused by, outermost first; nothing of what is no error. */
export function* causesOf(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}

/** The code of a fault of the network, e.g. `ENOTFOUND`, which names no address; undefined where there is none. */
export const codeOfFault = (error: unknown): string | undefined =>
  [...causesOf(error)]
    .map((one) => ('code' in one ? one.code : undefined))
    .find((code) => typeof code === 'string');
