/** What is checked of a proof. */
export type CheckName =
  | 'voucher'
  | 'seal'
  | 'rules'
  | 'ticket'
  | 'digits'
  | 'paths'
  | 'code'
  | 'entries';

/** One thing that was checked. */
export interface Check {
  readonly name: CheckName;
  /** `open`: it cannot be said, or not yet. */
  readonly outcome: 'pass' | 'fail' | 'open';
  /** In plain words, one sentence. */
  readonly says: string;
}
