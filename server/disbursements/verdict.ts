/**
 * What a carrier says of one delivery. Only this ends it.
 * - `unknown`: it never heard of that reference.
 * - `refused`: it did not take what it was just handed; nothing will be delivered by this try.
 * - `processing`: it has it, and the end is open.
 * - `paid`: it was delivered.
 * - `failed`: it had it, and it was not delivered, or came back.
 */
export interface Verdict {
  readonly state: 'unknown' | 'refused' | 'processing' | 'paid' | 'failed';
  /** The carrier's words about a refusal, for the log. */
  readonly reason?: string;
}
