import type { ErrorCode } from './errors.ts';

/** Plain data, because exceptions lose their fields between threads. */
export interface Failure {
  readonly code: ErrorCode;
  /** The server's message if it sent one, else the catalogue's. */
  readonly message: string;
  readonly status?: number;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly details?: Readonly<Record<string, unknown>>;
}

export type Result<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** Present if money moved: the key is deleted only after the page confirms the answer. */
      readonly attempt?: string;
    }
  | { readonly ok: false; readonly error: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = (error: Failure): Result<never> => ({ ok: false, error });
