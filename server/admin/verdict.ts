/** What a person found out about money that came in or went out. */
export interface Verdict {
  readonly isPaid: boolean;
  /** Where it can be read, e.g. the number of a bank's statement. */
  readonly proof: string;
}
