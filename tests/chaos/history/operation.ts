/**
 * One call as its caller saw it: an append of values to lists, a read of whole lists, or both in one transaction.
 * A wallet is the list of its movements; a voucher is a register, a list that only one value may ever stand in.
 */
export interface Operation {
  /** For people. */
  readonly name: string;
  /** Moments of `performance.now()`. */
  readonly beganMs: number;
  /** Infinite without an answer. */
  readonly endedMs: number;
  /** `refused` must have changed nothing, `unknown` may have happened at any time after its begin. */
  readonly outcome: 'done' | 'refused' | 'unknown';
  readonly appends?: readonly (readonly [list: string, value: string])[];
  readonly reads?: readonly (readonly [list: string, values: readonly string[]])[];
}

const REGISTER = 'voucher ';

export const walletOf = (userId: number): string => `wallet ${userId}`;
export const registerOf = (ulid: string): string => `${REGISTER}${ulid}`;
export const isRegister = (list: string): boolean => list.startsWith(REGISTER);
