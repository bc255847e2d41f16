/** Something that always holds, as two questions in SQL. */
export interface Invariant {
  readonly name: string;
  /** One row `n`: how many things were looked at. */
  readonly checked: string;
  /** One row `broken` for each thing that breaks it, in words. */
  readonly broken: string;
}
