type Retry =
  /** The same call can only fail again. */
  | 'never'
  /** Whether it was carried out is not known: repeat it with the same idempotency key. */
  | 'same-key'
  /** It was not carried out; it may be tried again after a while. */
  | 'later';

/** A row of the error catalogue. */
export interface ErrorRow {
  readonly status: number;
  readonly retry: Retry;
  readonly message: string;
}
