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

/** A digit by its position, in words. */
export const nth = (position: number): string => `digit ${position + 1}`;
export const listed = (positions: readonly number[]): string => positions.map(nth).join(', ');
