/** A condition that always holds, as two SQL queries. */
export interface Invariant {
  readonly name: string;
  /** Returns one row `n`, the number of rows checked. */
  readonly checked: string;
  /** Returns one row with a message `broken` for each violation. */
  readonly broken: string;
}
