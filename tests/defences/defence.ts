/** A line of the server that holds something off, and what is to fail when it is not there. */
export interface Defence {
  /** What it holds off, as `docs/security.md` says it. */
  readonly against: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Stands in the file once. */
  readonly line: string;
  /** What stands in its place when the defence is taken away. */
  readonly without: string;
  /** Tests of which one at least fails then. */
  readonly test: string;
}
