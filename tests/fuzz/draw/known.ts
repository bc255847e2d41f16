import fc from 'fast-check';

/** Stands in a drawn request for a value that an earlier answer held, e.g. the ulid of some voucher. */
export class Known {
  readonly field: string;
  /** Which of them: from 0 for the oldest to 1 for the latest. */
  readonly at: number;
  /** Where there is none yet. */
  readonly otherwise: unknown;

  constructor(field: string, at: number, otherwise: unknown = field) {
    this.field = field;
    this.at = at;
    this.otherwise = otherwise;
  }
}

const anywhere = fc.double({ min: 0, max: 1, noNaN: true });

/** A value that answers call so, or that the world keeps under this name, e.g. `code`. */
export const known = (field: string, otherwise?: fc.Arbitrary<unknown>): fc.Arbitrary<Known> =>
  fc
    .tuple(anywhere, otherwise ?? fc.constant(field))
    .map(([at, other]) => new Known(field, at, other));

/** Values of several names that were kept at the same time, e.g. a voucher, its code and its amount. */
export const knownTogether = <Field extends string>(
  fields: Readonly<Record<Field, string>>,
): fc.Arbitrary<Record<Field, Known>> =>
  anywhere.map(
    (at) =>
      Object.fromEntries(
        Object.entries<string>(fields).map(([field, name]) => [field, new Known(name, at)]),
      ) as Record<Field, Known>,
  );
